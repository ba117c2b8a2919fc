const length = 12_000;

/** As much of `unit` as an answer may have. */
function filled(unit: string): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

function nested(level: (depth: number) => string): string {
  return Array.from({ length: 250 }, (_, depth) => level(depth)).join('\n');
}

/** Markdown on which a careless parser takes quadratic time, or overflows its stack. */
export const hostileMarkdown: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['_a*', '*a_ ', '*a **b ', '**a *b ', 'a**b', '** x', '*', '_', '__a ', '*_', '~~a ', '~a '],
      ...['[', '[a ', '[](', '[a](', '[a](<b', '![', '![a](', '[a][b] ', '[[a] ', '\\[', '[x]: ', '[^a] '],
      ...[
        '[^',
        '[^a]',
        '[^a] ',
        '[^a]: ',
        '[^a]: b\n',
        'a\n[^a]: b\n',
        '[1',
        '[1]',
        '[1][2]',
        '> [!',
        '> [!NOTE]\n',
      ],
      ...['`', '`a ', '``a` ', '$', '$a ', '$$a ', '$$a\n', '\\[ a\n', '\\(a '],
      ...['<', '<a ', '<a b="c" ', '<!-- ', '<http:', '<a@b.', '</a> ', '<![CDATA[', '<div>\n'],
      ...['http://a ', 'www.a', 'a@b.', 'a@b-', 'a_', '&', '&amp', '?!.'],
      ...['|', '| a ', '|:-', 'a|\n', 'a\n-|\n', '|a|\n|-|\n|b|\n\n'],
      ...['> ', '>', '- ', '- a\n', '-\n', '1. ', '* - + ', '> - ', '- a\n\n', '+\n'],
      ...['#', '#\n', 'a\n=\n', '```\n', '~~~ ', 'a\n\n', ' ', '\t', '\n', 'a  \n', '    a\n', '***\n'],
    ].map((unit) => [JSON.stringify(unit), filled(unit)]),
  ),
  'brackets in brackets': '['.repeat(length / 2) + ']'.repeat(length / 2),
  'links in links': `${'['.repeat(length / 8)}a${'](b)'.repeat(length / 8)}`,
  'an address and brackets': `http://a.example/${filled('(')}`,
  'an address and closing brackets': `http://a.example/${filled(')')}`,
  'an address and entities': `http://a.example/${filled('&a;')}`,
  'an address and marks': `http://a.example/${filled('?!.')}`,
  'a table of many columns': ['a|', '-|', 'b|']
    .map((cell) => `|${filled(cell).slice(0, length / 3)}`)
    .join('\n'),
  'a table of many rows': `|a|b|\n|-|-|\n${filled('|x|y|\n')}`,
  'quotes in quotes': nested((depth) => `${'>'.repeat(depth)}a`),
  'lists in lists': nested((depth) => `${' '.repeat(depth * 2)}- a`),
  'growing fences': nested((depth) => '`'.repeat(depth + 3)),
};

/** The longest answers, 100 kB of the same: what grows with the square of the length shows only here. */
export const longHostileMarkdown: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['_a*', '[', '[a](', '[a][b] ', '|_a*_a*|\n', '> ', '> a\n', '- ', '- a\n', '> - a\n', '`', '``a` '],
    ...['<', '<a ', '<div>\n', '$', '$$a\n', '&', '&amp;', '\\[a\n', '*a _b_ ~c `d [e] <f $g &h\n'],
    ...['http://a.example/)', 'http://a.example/(', 'http://a.example/&a;', '|a|b|\n|-|-|\n|x|y|'],
  ].map((text) => {
    const [, start = '', unit = ''] = /^(http.*\/|\|a.*\n\|-.*\n)?([\s\S]*)$/.exec(text) ?? [];
    return [`100 kB of ${JSON.stringify(text)}`, start + unit.repeat(100_000 / unit.length)];
  }),
);

export const ordinaryMarkdown = filled(
  'Some **bold** words, `code` and [a link](https://a.example/b) in a sentence.\n- and an item of a list\n\n',
);
