import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { renderGuide } from '../../scripts/docs/render-guide.ts';

const render = (markdown: string) =>
  renderGuide(markdown, {
    ofCode: (code) => (code === 'POST /stream' ? '/docs/reference/answers#stream' : null),
  });

test('headings have the anchors that the files have elsewhere, each once', () => {
  const { html, headings, title } = render(
    '# A guide\n\n## Rules for `external_user_id`\n\n## Why?\n\n### Why?\n',
  );
  assert.equal(title, 'A guide');
  assert.deepEqual(headings, [
    { id: 'rules-for-external_user_id', title: 'Rules for external_user_id', level: 2 },
    { id: 'why', title: 'Why?', level: 2 },
    { id: 'why-1', title: 'Why?', level: 3 },
  ]);
  assert.match(html.markup, /<h3 id="why-1"><a href="#why-1">Why\?<\/a><\/h3>/);
});

test('blocks between the two comments are alternatives, each with the words before it', () => {
  const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
  const { html } = render(
    `<!-- tabs -->\n\n*Needs curl.*\n\n${fence('bash run /x/', 'curl x')}\n${fence('python', 'print(1)')}\n<!-- /tabs -->\n\nAfter.\n`,
  );
  const titles = [...html.markup.matchAll(/data-title="([^"]+)"/g)].map(([, title]) => title);
  assert.deepEqual(titles, ['curl', 'Python']);
  assert.match(
    html.markup,
    /<p class="tab-title">curl<\/p><p><em>Needs curl\.<\/em><\/p>\s*<div class="code">/,
  );
  assert.match(html.markup, /<p>After\.<\/p>/);
  assert.doesNotMatch(html.markup, /<!--|run \/x/);
  assert.throws(() => render('<!-- tabs -->\n\ntext\n'), /does not end/);
});

test('links between the files become links between the pages; other files are no links', () => {
  const { html } = render(
    '[a](jobs.md#create) [b](../README.md) [c](decisions/0001-x.md) [d](https://example.com/)',
  );
  assert.match(html.markup, /<a href="\/docs\/jobs#create">a<\/a>/);
  assert.match(html.markup, /<span class="file">b<\/span> <span class="file">c<\/span>/);
  assert.match(html.markup, /<a href="https:\/\/example\.com\/">d<\/a>/);
});

test('code that names an operation links to it, once in a section', () => {
  const { html } = render('`POST /stream` and `POST /stream`, `other`\n\n## Next\n\n`POST /stream`');
  assert.equal(html.markup.match(/<a href="\/docs\/reference\/answers#stream"><code>/g)?.length, 2);
  assert.match(html.markup, /<code>other<\/code>/);
});

test('a row about one name can be linked to', () => {
  const { html } = render('| Status | Code |\n|---|---|\n| 401 | `invalid_key` |\n| 402 | free `text` |\n');
  assert.match(html.markup, /<tr id="invalid_key"><td>401<\/td>/);
  assert.match(html.markup, /<tr><td>402<\/td>/);
});

test('markup in a guide is text', () => {
  assert.doesNotMatch(render('<img src=x onerror=alert(1)>\n').html.markup, /<img/);
  assert.doesNotMatch(render('a <img src=x onerror=alert(1)> b\n').html.markup, /<img/);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Markup in a guide is text',
    file: 'scripts/docs/render-guide.ts',
    replace: 'html: ({ text }) =>',
    by: 'html: ({ text }) => text ||',
  },
];
