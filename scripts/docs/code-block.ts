import { createRequire } from 'node:module';
import { Html, html } from '../../src/http/pages/html.ts';

const grammars = 'bash ini javascript json nginx php python typescript xml yaml'.split(' ');

interface Highlighter {
  configure(options: { readonly classPrefix: string }): void;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

// An import would bring the types of browsers into every file of the service.
const load = createRequire(import.meta.url);
const highlighter: Highlighter = load('highlight.js/lib/core');
highlighter.configure({ classPrefix: 'c-' });
for (const name of grammars) highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));

interface Language {
  readonly title: string;
  readonly grammar: string | null;
}

/** By the first word behind a fence. */
const languages: Readonly<Record<string, Language>> = {
  sh: { title: 'Shell', grammar: 'bash' },
  bash: { title: 'curl', grammar: 'bash' },
  ts: { title: 'TypeScript', grammar: 'typescript' },
  typescript: { title: 'TypeScript', grammar: 'typescript' },
  js: { title: 'JavaScript', grammar: 'javascript' },
  javascript: { title: 'JavaScript', grammar: 'javascript' },
  py: { title: 'Python', grammar: 'python' },
  python: { title: 'Python', grammar: 'python' },
  php: { title: 'PHP', grammar: 'php' },
  json: { title: 'JSON', grammar: 'json' },
  yaml: { title: 'YAML', grammar: 'yaml' },
  ini: { title: 'INI', grammar: 'ini' },
  nginx: { title: 'nginx', grammar: 'nginx' },
  html: { title: 'HTML', grammar: 'xml' },
  text: { title: 'Text', grammar: null },
};

/** A block that stands in tabs, or alone. */
export interface Sample {
  /** What the tab says; the same in all groups of a page that offer it. */
  readonly title: string;
  readonly block: Html;
}

export function sampleOf(language: string, code: string, before: Html | null = null): Sample {
  // In a group of alternatives, a shell stands for curl.
  const known = languages[language === 'sh' ? 'bash' : language];
  return { title: known?.title ?? language, block: html`${before}${codeBlock(language, code)}` };
}

export function codeBlock(language: string, code: string): Html {
  const known = languages[language];
  const label = known === undefined || known.grammar === null ? 'Code' : known.title;
  return html`<div class="code"><pre tabindex="0" aria-label="${label}"><code>${highlighted(known, code)}</code></pre></div>`;
}

/** Alternatives of one another: readable one below the other, and tabs once the page's script has run. */
export function tabs(samples: readonly Sample[]): Html {
  const [only] = samples;
  if (samples.length === 1 && only !== undefined) return only.block;
  return html`<div class="tabs">${samples.map(
    ({ title, block }) =>
      html`<div class="tab" data-title="${title}"><p class="tab-title">${title}</p>${block}</div>`,
  )}</div>`;
}

function highlighted(language: Language | undefined, code: string): Html {
  if (language === undefined || language.grammar === null) return html`${code}`;
  return new Html(highlighter.highlight(code, { language: language.grammar }).value);
}
