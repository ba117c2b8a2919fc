import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('no answer makes the page stand still', async () => {
  const ordinary = await ask<number>('longestStandstill', ordinaryMarkdown);
  for (const text of ['_a*'.repeat(10_000), '> '.repeat(10_000), '$'.repeat(20_000), '[a]('.repeat(8_000)]) {
    const longest = await ask<number>('longestStandstill', text);
    assert.ok(longest < 100 + 50 * ordinary, `${text.slice(0, 8)}: ${longest} ms, ordinary: ${ordinary} ms`);
  }
});

test('HTML is text', async () => {
  const { html } = await render('<b onclick="x()">hi</b>');
  assert.equal(html, '<p>&lt;b onclick="x()"&gt;hi&lt;/b&gt;</p>');
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
  assert.equal(html, '<p><span class="image-chip">Map · evil.example</span></p>');
});

test('headings begin at h3 and skip no level', async () => {
  const { html } = await render('### A\n\n##### B\n\n> # C\n\n## D');
  assert.equal(html, '<h3>A</h3><h4>B</h4><blockquote><h3>C</h3></blockquote><h4>D</h4>');
});

test('a closed fence is coloured, an unknown language and an open fence are not', async () => {
  const coloured = await render('```js\nconst a = 1;\n```\n');
  assert.match(coloured.html, /<span class="hljs-keyword">const<\/span>/);
  const unknown = await render('```klingon\nnuqneH\n```\n');
  assert.match(unknown.html, /<code>nuqneH<\/code>/);
  const open = await ask<{ html: string }>('prefix', '```js\nconst a = 1;\n');
  assert.doesNotMatch(open.html, /hljs/);
});

test('formulas become MathML without styles', async () => {
  const { html } = await render('$\\frac{a}{b}$');
  assert.match(html, /<math><mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac><\/math>/);
});

const unfinished: readonly [shown: string, arrived: string, html: string][] = [
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
for (const [sentence, arrived, expected] of unfinished) {
  test(`while an answer arrives, ${sentence}`, async () => {
    const { html } = await ask<{ html: string }>('prefix', arrived);
    if (expected.startsWith('<p>')) assert.equal(html, expected);
    else assert.ok(html.includes(expected), html);
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

function render(text: string): Promise<{ html: string }> {
  return ask('render', text);
}

function ask<T>(name: string, text: string): Promise<T> {
  return opened.page.evaluate(`window.probe.${name}(${JSON.stringify(text)})`);
}
