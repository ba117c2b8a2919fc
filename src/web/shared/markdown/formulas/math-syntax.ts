import type { TokenizerExtension } from 'marked';

/** How far a formula is searched for from the beginning of a paragraph: the search is repeated for many lines. */
const longestParagraph = 4_000;

/**
 * Display math is alone between `$$` or `\[ \]` and contains no blank line, as in TeX, so that an open formula
 * never swallows the following paragraphs.
 */
export const blockMath: TokenizerExtension = {
  name: 'blockMath',
  level: 'block',
  // Marks that begin no formula must not split a paragraph: every rule parses the text after each split again.
  start: (source) => {
    // A formula interrupts nothing beyond its own paragraph.
    const [paragraph = ''] = source.slice(0, longestParagraph).split('\n\n', 1);
    for (const { index } of paragraph.matchAll(/\n {0,3}(?:\$\$|\\\[)/g)) {
      if (readFormula(source.slice(index + 1)) !== null) return index;
    }
    return undefined;
  },
  tokenizer(source) {
    const found = readFormula(source);
    const tex = found?.[1]?.trim();
    return found === null || !tex ? undefined : { type: 'blockMath', raw: found[0], text: tex };
  },
};

/** The longest formula: more than any reader needs, and short enough to search for its end from each opening mark. */
function readFormula(source: string): RegExpExecArray | null {
  return (
    /^ {0,3}\$\$((?:(?!\$\$|\n[ \t]*\n)[\s\S]){1,2000})\$\$[ \t]*(?:\n|$)/.exec(source) ??
    /^ {0,3}\\\[((?:(?!\\\]|\n[ \t]*\n)[\s\S]){1,2000})\\\][ \t]*(?:\n|$)/.exec(source)
  );
}

/** `$x$` needs text at both its ends and no digit after it, so that prices are not formulas. */
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
