import type { Plugin } from 'vite';

/**
 * The pages use marked's lexer only. Its module also makes a parser and a renderer of HTML when it is
 * loaded, which keeps a bundler from leaving them out; this takes that last part of the module away.
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
      return { code: `${code.slice(0, setUp.index)}export{${kept.join(',')}};`, map: null };
    },
  };
}
