import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHtml } from '#adapters/reading/child/read-html.ts';
import { readMarkdown } from '#adapters/reading/child/read-markdown.ts';
import { readPlain } from '#adapters/reading/child/read-plain.ts';
import type { Block } from '#core/knowledge/chunk-blocks.ts';
import type { Break } from '#test/break.ts';

const block = (kind: Block['kind'], heading: string, text: string): Block => ({ heading, kind, text });
const html = (markup: string) => readHtml(Buffer.from(markup));
const markdown = (text: string) => readMarkdown(Buffer.from(text));

describe('A page of HTML', () => {
  it('has its title, paragraphs below their headings, lists, code and tables', () => {
    assert.deepEqual(
      html(`<!doctype html><title>Prices &amp; plans</title>
        <h1>Plans</h1><p>Two <b>plans</b>
        exist.<br>Both are cheap.</p>
        <ul><li>Basic<li><p>Pro</p></ul>
        <h2>Setup</h2><pre><code>npm ci
  npm start</code></pre>
        <h2>Prices</h2><table><caption>Per month</caption><tr><th>Plan<th>Price
          <tr><td>Basic<td><p>10</p></table><h3>Notes</h3>`),
      {
        title: 'Prices & plans',
        blocks: [
          block('text', 'Plans', 'Two plans exist.\nBoth are cheap.'),
          block('text', 'Plans', '- Basic'),
          block('text', 'Plans', '- Pro'),
          block('code', 'Plans › Setup', 'npm ci\n  npm start'),
          block('text', 'Plans › Prices', 'Per month'),
          block('table', 'Plans › Prices', 'Plan | Price\nBasic | 10'),
          block('text', 'Plans › Prices › Notes', 'Notes'),
        ],
      },
    );
  });

  it('has nothing of what a browser does not show', () => {
    const hidden = [
      ...[
        '<script>secret</script>',
        '<style>secret</style>',
        '<!-- secret -->',
        '<noscript>secret</noscript>',
      ],
      ...['<p hidden>secret</p>', '<div style="color:red; DISPLAY : none">secret<p>secret</p></div>'],
      ...['<i style="visibility:hidden">secret</i>', '<i style="opacity:0">secret</i>'],
      ...[
        '<i style="font-size: 0px">secret</i>',
        '<template><p>secret</p></template>',
        '<dialog>secret</dialog>',
      ],
      ...['<iframe>secret</iframe>', '<svg><title>secret</title><text>secret</text></svg>'],
      ...['<textarea>secret</textarea>', '<p>\u{e0073}\u{e0065}\u200b</p>'],
    ];
    for (const markup of hidden) {
      const { title, blocks } = html(`<p>Before${markup}<p>After`);
      assert.deepEqual(blocks, [block('text', '', 'Before'), block('text', '', 'After')], markup);
      assert.equal(title, null, markup);
    }
    const shown = html(
      '<i style="opacity:0.5">Half</i> <i style="font-size:10px">small</i> <dialog open>open</dialog>',
    );
    assert.deepEqual(shown.blocks, [block('text', '', 'Half small'), block('text', '', 'open')]);
  });

  it('has the address of a link behind its text, where it leads somewhere from anywhere', () => {
    const { blocks } = html(`<p>See <a href=" https://partner.example/prices?a=1 ">our prices</a> and <a
        href="/terms">terms</a>, <a href="javascript:alert(1)">this</a>, <a href="https://partner.example/"></a>or
        <a href="https://partner.example/x">https://partner.example/x</a>.<table><tr><td>Ask
        <a href="mailto:help@partner.example">us</a></table>
        <h2><a href="https://partner.example/h">Plans</a></h2><pre><a href="https://partner.example/c">x()</a></pre>`);
    assert.deepEqual(
      blocks.map(({ heading, text }) => [heading, text]),
      [
        [
          '',
          'See our prices (https://partner.example/prices?a=1) and terms, this, or https://partner.example/x.',
        ],
        ['', 'Ask us (mailto:help@partner.example)'],
        ['Plans', 'x()'],
      ],
    );
  });

  it('is read through a table that arranges it', () => {
    assert.deepEqual(html('<table><tr><td><h1>Plans</h1><p>Two.</p><td><p>Menu</table>').blocks, [
      block('text', 'Plans', 'Two.'),
      block('text', 'Plans', 'Menu'),
    ]);
  });

  it('has lines of code that are elements', () => {
    assert.deepEqual(html('<pre><div>one</div><div>  two</div><span>three</span></pre>').blocks, [
      block('code', '', 'one\n  two\nthree'),
    ]);
  });

  it('may be nested deeply', () => {
    const depth = 20_000;
    const { blocks } = html(`${'<span>'.repeat(depth)}deep${'</span>'.repeat(depth)}`);
    assert.deepEqual(blocks, [block('text', '', 'deep')]);
  });
});

describe('A text of Markdown', () => {
  it('has paragraphs as they are written, below headings of both forms, code and tables', () => {
    assert.deepEqual(
      markdown(
        [
          '---\nlayout: page\ntitle: "Prices"\n---',
          'Plans\n=====\n\nTwo **plans** exist,\nsee [prices](#prices).\n',
          '```sh\n# no heading\n\nnpm ci\n```',
          '<!-- not shown\n\n# nor this -->\n',
          '## Prices ##\n\nPer month:\n\n| Plan | Price |\n|---|--:|\n| Basic | 10 |\n',
          'A span of `<!-- code -->`.',
        ].join('\n'),
      ),
      {
        title: 'Prices',
        blocks: [
          block('text', 'Plans', 'Two **plans** exist,\nsee [prices](#prices).'),
          block('code', 'Plans', '```sh\n# no heading\n\nnpm ci\n```'),
          block('text', 'Plans › Prices', 'Per month:'),
          block('table', 'Plans › Prices', '| Plan | Price |\n|---|--:|\n| Basic | 10 |'),
          block('text', 'Plans › Prices', 'A span of `<!-- code -->`.'),
        ],
      },
    );
  });

  it('is named by its first heading, and a heading with nothing below it is a text', () => {
    assert.deepEqual(markdown('# One\n## Two\n## Three\nText'), {
      title: 'One',
      blocks: [block('text', 'One › Two', 'Two'), block('text', 'One › Three', 'Text')],
    });
  });
});

describe('A plain text', () => {
  it('has paragraphs, and rows of values as tables', () => {
    const rows = 'sku,name,price\n1,"Pen, red",2\n2,Ink,3\n3,Cap,1';
    assert.deepEqual(readPlain(Buffer.from(`\ufeffHello,\r\nworld.\r\n\r\n${rows}\n`)), {
      title: null,
      blocks: [block('text', '', 'Hello,\nworld.'), block('table', '', rows)],
    });
  });

  it('has no characters that a reader does not see, and each letter in one form', () => {
    const { blocks } = readPlain(Buffer.from('a\u200bb c\u00add e\0f u\u0308 \u{e0041}\u202eg\tx'));
    assert.deepEqual(blocks, [block('text', '', 'ab cd e f ü g\tx')]);
  });

  it('is damaged where it is not UTF-8, and too long beyond a megabyte', () => {
    const latin = Buffer.from('Größe', 'latin1');
    for (const read of [readPlain, readMarkdown, readHtml])
      assert.throws(() => read(latin), { name: 'Unreadable', reason: 'damaged' });
    assert.throws(() => readPlain(Buffer.from('word\n\n'.repeat(2 ** 18 + 1))), { reason: 'too_long' });
    assert.equal(readPlain(Buffer.from('word\n\n'.repeat(2 ** 18))).blocks.length, 2 ** 18);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Hidden elements of a page are not read',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: "of('hidden') !== undefined || hidingStyle.test(of('style') ?? '')",
    by: "of('hidden') !== undefined",
  },
  {
    rule: 'Scripts and styles of a page are not read',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: 'if (dropped.has(element.tagName)) return true;',
    by: '',
  },
  {
    rule: 'A table that arranges a page is no table',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: "tag === 'table' && !arrangesPage(element)",
    by: "tag === 'table'",
  },
  {
    rule: 'The address of a link is known',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: 'if (wholeAddress.test(address)) this.#text +=',
    by: 'if (wholeAddress.test(this.#text)) this.#text +=',
  },
  {
    rule: 'An address that leads nowhere is left out',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: 'if (wholeAddress.test(address)) this.#text +=',
    by: 'this.#text +=',
  },
  {
    rule: 'Headings have no addresses',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: 'this.#preDepth > 0 || this.#isHeading || text',
    by: 'this.#preDepth > 0 || text',
  },
  {
    rule: 'Code has no addresses of links',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: 'this.#preDepth > 0 || this.#isHeading || text',
    by: 'this.#isHeading || text',
  },
  {
    rule: 'An address that is the text of its link is there once',
    file: 'src/adapters/reading/child/read-html.ts',
    replace: "text.trim() === '' || text.includes(address)",
    by: "text.trim() === ''",
  },
  {
    rule: 'A comment of Markdown is not read',
    file: 'src/adapters/reading/child/read-markdown.ts',
    replace: 'this.#readText(this.#withoutComments(line))',
    by: 'this.#readText(line)',
  },
  {
    rule: 'A heading without a text below it is found',
    file: 'src/adapters/reading/child/block-list.ts',
    replace: 'this.#bare !== null && this.#bare.level >= level',
    by: 'this.#bare === null',
  },
  {
    rule: 'A document that is not UTF-8 is damaged',
    file: 'src/adapters/reading/child/block-list.ts',
    replace: '{ fatal: true }',
    by: '{ fatal: false }',
  },
  {
    rule: 'A document with more than a megabyte of text is too long',
    file: 'src/adapters/reading/child/block-list.ts',
    replace: 'this.#bytes > documentLimits.textBytes',
    by: 'this.#bytes < 0',
  },
  {
    rule: 'Invisible characters of a document are not stored',
    file: 'src/core/knowledge/clean-text.ts',
    replace: 'withoutInvisible(lines)',
    by: 'lines',
  },
  {
    rule: 'Control characters of a document are not stored',
    file: 'src/core/knowledge/clean-text.ts',
    replace: ".replace(control, ' ')",
    by: '',
  },
];
