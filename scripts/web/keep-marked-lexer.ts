import type { Plugin } from 'vite';

/**
 * The pages use only marked's lexer, in its GitHub dialect. When loaded, its module also creates a parser, an HTML
 * renderer and the grammars of other dialects, which keeps a bundler from dropping them. This removes them. A release
 * with another structure fails the build.
 */
export function keepMarkedLexer(): Plugin {
  return {
    name: 'keep-marked-lexer',
    transform(code, id) {
      if (!id.endsWith('/marked/lib/marked.esm.js')) return null;
      return { code: fixDialect(dropGrammars(dropRenderer(code))), map: null };
    },
  };
}

/** The renderer's instance is created at the end of the module, before the exports. */
function dropRenderer(code: string): string {
  const setUp = /var \w+=new \w+;function (\w+)\(\w+,\w+\)\{return \w+\.parse\([^}]*\}\1\.options=/.exec(
    code,
  );
  const names = /export\{([^}]*)\}/.exec(code)?.[1]?.split(',') ?? [];
  const kept = names.filter((name) => /^\w+ as (?:Lexer|Tokenizer)$/.test(name));
  if (setUp === null || kept.length !== 2) throw unexpected();
  return `${code.slice(0, setUp.index)}export{${kept.join(',')}};`;
}

/** Both tables of grammars name the dialects; each grammar is one object literal, `name={…}`. */
function dropGrammars(code: string): string {
  const names = [...code.matchAll(/,(?:breaks|pedantic):(\w+)(?=[,}])/g)].map(([, name = '']) => name);
  if (names.length !== 3) throw unexpected();
  return names.reduce((rest, name) => {
    const start = rest.search(new RegExp(`,${name}=\\{`));
    const end = start < 0 ? -1 : rest.slice(start).search(/\},\w+=|\};/);
    if (end < 0) throw unexpected();
    return `${rest.slice(0, start)},${name}={${rest.slice(start + end)}`;
  }, code);
}

function fixDialect(code: string): string {
  return code.replaceAll(/this\.options\.(pedantic|gfm|breaks)\b/g, (_, name) => String(name === 'gfm'));
}

function unexpected(): Error {
  return new Error('marked has another shape than expected');
}
