/** What is shown of an answer of which this much has arrived. */
export const unfinished: readonly [shown: string, arrived: string, html: string][] = [
  ['open emphasis is closed', 'a **bo', '<p>a <strong>bo</strong></p>'],
  ['a half closing mark is not shown', 'a **bo*', '<p>a <strong>bo</strong></p>'],
  ['marks that open nothing yet are not shown', 'a **', '<p>a </p>'],
  ['open code is closed', 'a `co', '<p>a <code>co</code></p>'],
  ['of a half link only the label shows', 'a [la](https://exa', '<p>a la</p>'],
  ['of a link that has no address yet only the label shows', 'a [la', '<p>a la</p>'],
  ['a half image shows nothing', 'a ![la](https://exa', '<p>a </p>'],
  ['a bare address that may grow is no link', 'a https://exa', '<p>a https://exa</p>'],
  ['a lone mark waits for what follows it', 'a\n-', '<p>a</p>'],
  ['a list number waits for its text', 'a\n\n1.', '<p>a</p>'],
  ['code is not completed', '```\n**a', '**a'],
  ['a closing fence that is half there is not shown', '```\na\n``', '<code>a</code>'],
];

/** The same where sources are concerned. */
export const withSources: readonly [shown: string, arrived: string, html: string][] = [
  [
    'a reference to a footnote is numbered at once',
    'a[^x] b',
    '<p>a<sup class="note" data-note="x">1</sup> b</p>',
  ],
  ['a half reference is not shown', 'a[^x', '<p>a</p>'],
  ['a half definition is not shown', 'a\n\n[^x]: ', '<p>a</p>'],
  ['half the number of a source is not shown', 'a [1', '<p>a </p>'],
  ['a number in brackets is text until its source is known', 'a [1] b', '<p>a [1] b</p>'],
  ['a half mark of an alert is not shown', 'a\n\n> [!NO', '<p>a</p>'],
];

/** How a question is shown: null where it is the text that was typed. */
export const questions: readonly [rule: string, typed: string, html: string | null][] = [
  ['signs stay', ' 2 * 3 * 4 _x_ <b> **y** &amp; \\* # 1\n> 5\n- 3\n[a]: b', null],
  ['code is code', 'a `b_c_`', 'a <code>b_c_</code>'],
  ['lines stay, even empty ones', '  a `b`\n\n\n  c', '  a <code>b</code>\n\n\n  c'],
  ['an address is a link', '(https://a.example)', '(<a href="https://a.example/">https://a.example</a>)'],
  ['a link to elsewhere is text', '[a](javascript:b) `c`', '[a](javascript:b) <code>c</code>'],
  [
    'items keep their numbers',
    'x\n\n2) a\n7) b\ny',
    '<p>x</p><ol class="parenthesis"><li value="2">a</li><li value="7">b</li></ol><p>y</p>',
  ],
];
