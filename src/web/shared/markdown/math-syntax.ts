import type { TokenizerExtension } from 'marked';

/**
 * Display math stands alone between `$$` or `\[ \]` and holds no blank line, as in TeX;
 * so half of it never swallows the paragraphs that follow.
 */
export const blockMath: TokenizerExtension = {
  name: 'blockMath',
  level: 'block',
  start: (source) => match(source, /(?:^|\n) {0,3}(?:\$\$|\\\[)/),
  tokenizer(source) {
    const found =
      /^ {0,3}\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S])+)\$\$[ \t]*(?:\n|$)/.exec(source) ??
      /^ {0,3}\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S])+)\\\][ \t]*(?:\n|$)/.exec(source);
    const tex = found?.[1]?.trim();
    return found === null || !tex ? undefined : { type: 'blockMath', raw: found[0], text: tex };
  },
};

/** `$x$` needs text at both its ends and no digit behind it, so that prices are no formula. */
export const inlineMath: TokenizerExtension = {
  name: 'inlineMath',
  level: 'inline',
  start: (source) => match(source, /\$|\\\(/),
  tokenizer(source) {
    const found =
      /^\$\$(?!\s)((?:(?!\$\$|\n\n)[\s\S])+?)\$\$/.exec(source) ??
      /^\$(?![\s$])((?:\\.|[^\\$\n])+?)(?<!\s)\$(?![\d$])/.exec(source) ??
      /^\\\(((?:(?!\\\)|\n\n)[\s\S])+?)\\\)/.exec(source);
    const tex = found?.[1]?.trim();
    return found === null || !tex ? undefined : { type: 'inlineMath', raw: found[0], text: tex };
  },
};

function match(source: string, pattern: RegExp): number | undefined {
  return pattern.exec(source)?.index;
}
