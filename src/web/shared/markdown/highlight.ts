import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { element } from './element.ts';

/** Highlighting is linear but slow, and highlighting so much code helps no reader. */
const maxCharacters = 50_000;

const lowlight = createLowlight({
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({
  typescript: ['tsx'],
  javascript: ['jsx'],
  cpp: ['c', 'h'],
  bash: ['console', 'shell', 'zsh'],
});

type Tree = ReturnType<typeof lowlight.highlight>['children'][number];

/** The nodes of highlighted code, or null when the language is not known. */
export function highlight(code: string, language: string): Node[] | null {
  if (code.length > maxCharacters || !lowlight.registered(language)) return null;
  return lowlight.highlight(language, code).children.flatMap(build);
}

function build(tree: Tree): Node[] {
  if (tree.type === 'text') return [document.createTextNode(tree.value)];
  if (tree.type !== 'element') return [];
  const classes = tree.properties['className'];
  const className = Array.isArray(classes) ? classes.join(' ') : '';
  return [element('span', tree.children.flatMap(build), className)];
}
