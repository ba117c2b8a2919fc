import type { Plugin } from 'vite';

/**
 * The pages use marked's lexer only, in its GitHub dialect. Its module also makes a parser and a renderer
 * of HTML when it is loaded, which keeps a bundler from leaving them out; this takes that last part of
 * the module away and makes the dialect a constant, so that the rules of the others can go too.
 * A release that is shaped otherwise fails the build.
 */
export function keepMarkedLexer(): Plugin {
  return {
    name: 'keep-marked-lexer',
    transform(code, id) {
      if (!id.endsWith('/marked/lib/marked.esm.js')) return null;
      const setUp = /var \w+=new \w+;function (\w+)\(\w+,\w+\)\{return \w+\.parse\([^}]*\}\1\.options=/.exec(
        code,
      );
      const names = /export\{([^}]*)\}/.exec(code)?.[1]?.split(',') ?? [];
      const kept = names.filter((name) => /^\w+ as (?:Lexer|Tokenizer)$/.test(name));
      if (setUp === null || kept.length !== 2) throw new Error('marked has another shape than expected');
      const lexer = code
        .slice(0, setUp.index)
        .replaceAll(/this\.options\.(pedantic|gfm|breaks)\b/g, fixOption)
        .replaceAll(/,(?:breaks|pedantic):\w+(?=[,}])/g, '');
      return { code: `${lexer}export{${kept.join(',')}};`, map: null };
    },
  };
}

function fixOption(_whole: string, name: string): string {
  return String(name === 'gfm');
}
