import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { questions, unfinished, withSources } from './markdown-cases.ts';
import { hostileDocuments, plainDocuments } from './markdown-corpus.ts';
import { ordinaryMarkdown } from './markdown-hostile.ts';
import { type MarkdownPage, openMarkdownPage } from './markdown-in-browser.ts';

let opened: MarkdownPage;
before(async () => {
  opened = await openMarkdownPage();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
});

const corpus = Object.entries({ ...plainDocuments, ...hostileDocuments });

for (const [name, document] of corpus) {
  test(`"${name}", cut in two at any byte, ends as the whole does and shows nothing forbidden`, async () => {
    assert.deepEqual(await ask<string[]>('splitEverywhere', document), []);
  });
}

test('every document, arriving a character at a time, ends as the whole does and shows nothing forbidden', async () => {
  for (const [name, document] of corpus) assert.deepEqual(await ask('typeOut', document), [], name);
});

test('all documents one after another are one document like any other', async () => {
  const whole = corpus.map(([, document]) => document).join('\n\n');
  assert.deepEqual(await ask('typeOut', whole), []);
});

test('a finished block keeps its node, so that a selection in it survives', async () => {
  assert.equal(await ask('keepsFirst', '- a list\n\n```js\ncode\n```\nand the end'), true);
});

test('a selection in what is being written survives the next piece of it', async () => {
  assert.equal(await ask('keepsSelection', ' is **it**, and `more`\n\nThe end'), 'First');
});

test('of a list or table that grows, only what is new is built, and at its end only what was unfinished', async () => {
  for (const [start, each] of [
    ['', '- [a](http://c.d)\n'],
    ['|a|b|\n|-|-|\n', '|[a](http://c.d)|b|\n'],
  ] as const) {
    const built = await ask<{ more: number; end: number }>('built', start + each.repeat(1_000), each);
    assert.ok(built.more < 20 && built.end < 20, `${each}: ${JSON.stringify(built)}`);
  }
});

test('no answer makes the page stand still', async () => {
  const ordinary = await ask<number>('longestStandstill', ordinaryMarkdown);
  for (const text of ['_a*'.repeat(10_000), '> '.repeat(10_000), '$'.repeat(20_000), '[a]('.repeat(8_000)]) {
    const longest = await ask<number>('longestStandstill', text);
    assert.ok(longest < 100 + 50 * ordinary, `${text.slice(0, 8)}: ${longest} ms, ordinary: ${ordinary} ms`);
  }
});

test('HTML is text', async () => {
  const { html } = await render('<b onclick="x()">hi</b>');
  assert.equal(html, '<p dir="auto">&lt;b onclick="x()"&gt;hi&lt;/b&gt;</p>');
});

test('only absolute web and mail addresses become links', async () => {
  const { html } = await render(
    '[a](https://example.com) [b](javascript:x) [c](/d) [e](mailto:e@example.com)',
  );
  assert.deepEqual(html.match(/href="[^"]*"/g), [
    'href="https://example.com/"',
    'href="mailto:e@example.com"',
  ]);
  assert.match(html, /target="_blank" rel="noopener nofollow"/);
});

test('an image is a chip with its host and is never loaded', async () => {
  const { html } = await render('![Map](https://evil.example/p.png?q=1)');
  assert.equal(html, '<p dir="auto"><span class="image-chip" dir="auto">Map · evil.example</span></p>');
});

test("no sign in an image's label reorders its host", async () => {
  const { html } = await render('![a\u202Egnp.live\u2066](https://evil.example/p.png)');
  assert.match(html, />agnp\.live · evil\.example</);
  const hebrew = await render('![\u05d0\u05d1](https://evil.example/p.png)');
  assert.match(hebrew.html, />\u2068\u05d0\u05d1\u2069 · evil\.example</);
});

test('headings begin at h3 and skip no level', async () => {
  const { html } = await render('### A\n\n##### B\n\n> # C\n\n## D');
  assert.equal(withoutDirections(html), '<h3>A</h3><h4>B</h4><blockquote><h3>C</h3></blockquote><h4>D</h4>');
});

test('a closed fence is coloured, an unknown language and an open fence are not', async () => {
  const coloured = await render('```js\nconst a = 1;\n```\n');
  assert.match(coloured.html, /<span class="hljs-keyword">const<\/span>/);
  const unknown = await render('```klingon\nnuqneH\n```\n');
  assert.match(unknown.html, /<code dir="ltr">nuqneH<\/code>/);
  const open = await ask<{ html: string }>('prefix', '```js\nconst a = 1;\n');
  assert.doesNotMatch(open.html, /hljs/);
});

test('formulas become MathML without styles', async () => {
  const { html } = await render('$\\frac{a}{b}$');
  assert.match(html, /<math><mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac><\/math>/);
});

for (const [sentence, arrived, expected] of unfinished) {
  test(`while an answer arrives, ${sentence}`, async () => {
    const html = withoutDirections((await ask<{ html: string }>('prefix', arrived)).html);
    if (expected.startsWith('<p>')) assert.equal(html, expected);
    else assert.ok(html.includes(expected), html);
  });
}

for (const [sentence, arrived, expected] of withSources) {
  test(`while an answer arrives, ${sentence}`, async () => {
    const { html } = await ask<{ html: string }>('prefix', arrived);
    assert.equal(withoutDirections(html), expected);
  });
}

test('footnotes are numbered as they are read, linked both ways, and listed at the end', async () => {
  const { html } = await render('One[^b] two[^a] one[^b].\n\n[^a]: A\n[^b]: *B*\n');
  const { section, text } = noteParts(html);
  assert.equal(text, '<p>One[1] two[2] one[1].</p>');
  assert.deepEqual(section.match(/<li id="note-\d+-(\d)" value="\1" tabindex="-1">/g)?.length, 2);
  assert.match(
    section,
    /^<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol><li[^>]*><p><em>B<\/em> /,
  );
  assert.equal(section.match(/aria-label="Back to reference/g)?.length, 3);
  const addresses = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  for (const id of addresses) assert.ok(html.includes(`id="${id}"`), id);
});

test('two answers use the same labels and share no footnote', async () => {
  const answers = [await render('a[^1]\n\n[^1]: b'), await render('a[^1]\n\n[^1]: b')];
  const ids = answers.flatMap(({ html }) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  assert.equal(new Set(ids).size, 4);
});

test('a reference without a definition is text, and a definition without a reference is shown', async () => {
  const { html } = await render('a[^none]\n\n[^other]: Not lost');
  assert.match(withoutDirections(html), /^<p>a\[\^none\]<\/p><section.*Not lost/);
});

test('the number of a source is a small link to it, two in a row are two, and without a source it is text', async () => {
  const { html } = await render('a [1][2] b [3] c[1]\n\n[1]: https://a.example/x\n[2]: https://b.example\n');
  const plain = html.replace(/<sup class="note"><a href="([^"]*)"[^>]*>(\d)<\/a><\/sup>/g, '{$2 $1}');
  assert.equal(
    withoutDirections(plain),
    '<p>a {1 https://a.example/x}{2 https://b.example/} b [3] c{1 https://a.example/x}</p>',
  );
  assert.match(html, /aria-label="Source 1: a.example"/);
});

test("GitHub's five alerts have their word, and other quotations stay quotations", async () => {
  const kinds = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];
  const { html } = await render(kinds.map((kind) => `> [!${kind}]\n> Text`).join('\n\n'));
  const titles = [
    ...html.matchAll(/role="note" aria-label="(\w+)"[^>]*><p class="alert-title"[^>]*>\1<\/p><p[^>]*>Text</g),
  ];
  assert.deepEqual(
    titles.map(([, title]) => title),
    ['Note', 'Tip', 'Important', 'Warning', 'Caution'],
  );
  const other = await render('> [!OTHER]\n> Text\n\n> [!NOTE] Text');
  assert.equal(other.html.match(/<blockquote/g)?.length, 2);
});

test('each block has the direction of its own text, code and addresses have one, and containers follow', async () => {
  const { html } = await render('`ls` שלום\n\n- أهلا\n- b\n\n> שלום\n\n|א|b|\n|-|-|\n\nhttps://a.example');
  assert.match(html, /^<p dir="auto"><code dir="ltr">/);
  assert.match(html, /<li dir="rtl">أهلا<\/li><li dir="auto">b/);
  assert.match(html, /<blockquote dir="rtl"><p dir="auto">/);
  assert.match(html, /<div class="table" dir="rtl">.*<th dir="auto"/);
  assert.match(html, /<a href="https:\/\/a.example\/" [^>]*dir="ltr"/);
});

test('what a formula encloses, aligns, strikes out and rules off is kept, and what cannot be is shown as TeX', async () => {
  const kept: readonly (readonly [string, string])[] = [
    ['\\overline{x}', 'tml-overline enclosed'],
    ['\\underline{x}', 'tml-underline enclosed'],
    ['\\boxed{x}', 'tml-fbox'],
    ['\\cancel{x}', 'tml-cancel upstrike'],
    ['\\begin{aligned}a&=b\\end{aligned}', 'tml-right flush-left'],
    ['\\begin{cases}a&b\\end{cases}', 'tml-left apart-left'],
    ['\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}', 'line-bottom flush-left line-right'],
  ];
  for (const [tex, classes] of kept)
    assert.ok((await render(`$${tex}$`)).html.includes(`class="${classes}`), tex);
  for (const tex of ['\\cancelto{0}{x}', '\\longdiv{12}', '\\nonsense{x}']) {
    const { html } = await render(`$${tex}$`);
    assert.equal(html, `<p dir="auto"><span class="formula source" dir="ltr">${tex}</span></p>`);
  }
});

test('a code block can be wrapped, saved and copied, and has a line for its language only when it has one', async () => {
  const { html } = await render('```python\nx\n```\n\n```\ny\n```\n');
  assert.equal(html.match(/<figcaption>/g)?.length, 1);
  for (const name of ['Wrap lines', 'Download code', 'Code to clipboard']) {
    assert.equal(html.match(new RegExp(`<button[^>]*aria-label="${name}"`, 'g'))?.length, 2);
  }
});

for (const [rule, typed, expected] of questions) {
  test(`in a question ${rule}`, async () => {
    const html = await ask<string | null>('question', typed);
    assert.equal(html && withoutDirections(html).replace(/ target="_blank" rel="[^"]*"/g, ''), expected);
  });
}

test('while an answer arrives, the first row of a table is shown as one', async () => {
  const { html } = await ask<{ html: string }>('prefix', '| a | b |\n|--');
  assert.match(html, /<thead><tr><th[^>]*>a<\/th><th[^>]*>b<\/th><\/tr><\/thead>/);
});

test('the browser had nothing to complain about and asked no other host', () => {
  assert.deepEqual(opened.complaints, []);
  assert.deepEqual(opened.foreignRequests, []);
});

function withoutDirections(html: string): string {
  return html.replace(/ dir="(?:auto|ltr)"/g, '');
}

/** The blocks with each reference as `[n]`, and the list of the footnotes. */
function noteParts(html: string): { text: string; section: string } {
  const [text = '', section = ''] = withoutDirections(html).split(/(?=<section)/);
  return {
    text: text.replace(/<sup class="note" data-note="\w"><a[^>]*>(\d)<\/a><\/sup>/g, '[$1]'),
    section,
  };
}

function render(text: string): Promise<{ html: string }> {
  return ask('render', text);
}

function ask<T>(name: string, ...texts: readonly string[]): Promise<T> {
  return opened.page.evaluate(`window.probe.${name}(...${JSON.stringify(texts)})`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'a reference without a definition is text when the answer has ended',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'if (!isDefined && hasEnded) restore',
    by: "if (!isDefined && label === '') restore",
  },
  {
    rule: 'two answers share no footnote',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'hosts += 1;',
    by: 'hosts = 1;',
  },
  {
    rule: 'a definition that nothing refers to is shown',
    file: 'src/web/shared/markdown/sources/footnotes.ts',
    replace: 'for (const label of definitions.keys()) build(label);',
    by: '',
  },
  {
    rule: 'a formula is shown whole or as its source',
    file: 'src/web/shared/markdown/formulas/math-look.ts',
    replace: 'if (unknown !== undefined) throw',
    by: "if (unknown === '') throw",
  },
  {
    rule: 'a half mark of a source is never shown',
    file: 'src/web/shared/markdown/growing/complete-inline.ts',
    replace: 'if (source.length - at < 40 &&',
    by: 'if (source.length - at < 0 &&',
  },
  {
    rule: 'a container has the direction of its first letter',
    file: 'src/web/shared/markdown/direction.ts',
    replace: 'return rightToLeft.test(letter) ?',
    by: "return rightToLeft.test(letter) && letter === '' ?",
  },
  {
    rule: 'a single minus or number begins no list in a question',
    file: 'src/web/shared/markdown/question/question-tokenizer.ts',
    replace: 'return items > 1 ? end : 0;',
    by: 'return end;',
  },
  {
    rule: 'a selection in what is being written survives',
    file: 'src/web/shared/markdown/morph.ts',
    replace: 'if (!wanted.startsWith(present.data)) present.data = wanted;',
    by: 'if (wanted !== present.data) present.data = wanted;',
  },
  {
    rule: 'a list or table that grows is not built again for each piece of it',
    file: 'src/web/shared/markdown/growing/markdown-view.ts',
    replace: ' && growBlock(node, before.token, after.token);',
    by: ' && before === after;',
  },
  {
    rule: "No sign in an image's label reorders its host",
    file: 'src/web/shared/markdown/build-inline.ts',
    replace: 'isolate(label)',
    by: 'label',
  },
];
