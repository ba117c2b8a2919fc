import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errorTable } from '#contract/errors.ts';
import type { Break } from '#test/break.ts';
import type { FormBrowser, Page } from '#test/browser/form-browser.ts';
import { type Hosted, openHosted } from '#test/world/hosted.ts';

const origin = 'https://chat.example.com';
const maxPageBytes = 60_000;

let hosted: Hosted;
let browser: FormBrowser;
before(async () => {
  const build = join(import.meta.dirname, '../../../scripts/build-web.ts');
  const { status, stderr } = spawnSync(process.execPath, [build, '--if-stale'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  hosted = await openHosted({ env: { PARLEY_PUBLIC_URL: origin } });
  browser = hosted.browser();
});
after(() => hosted[Symbol.asyncDispose]());

const visit = (path: string, headers = {}, method = 'GET') =>
  browser.visit(origin + path, { method, headers });

test('every link of the documentation leads to a page, and every anchor to a place on it', async () => {
  const pages = await walk('/docs');
  assert.ok(pages.size > 25, `${pages.size} pages`);
  const broken = [...pages].flatMap(([from, page]) =>
    linksOf(page).flatMap((link) => {
      const { pathname, hash } = new URL(link, origin + from);
      const target = pages.get(pathname);
      if (target === undefined) return [];
      const isThere = hash === '' || idsOf(target).has(decodeURIComponent(hash.slice(1)));
      return target.status === 200 && isThere ? [] : [`${from} links to ${link}`];
    }),
  );
  assert.deepEqual(broken, []);
});

test('the pages name this installation, and never the one of the source', async () => {
  const pages = await walk('/docs');
  const texts = [...pages].map(([path, { text }]) => ({ path, text }));
  for (const path of ['/llms.txt', '/docs/quick-start.md', '/docs/reference/jobs.md']) {
    texts.push({ path, text: (await visit(path)).text });
  }
  for (const { path, text } of texts) assert.doesNotMatch(text, /localhost:8080/, path);
  const named = ['/docs', '/docs/quick-start', '/docs/quick-start.md', '/docs/reference/jobs', '/llms.txt'];
  for (const path of named) {
    const { text } = await visit(path);
    assert.ok(text.includes(`${origin}/v1`), path);
  }
});

test('a page with its style and its script is small', async () => {
  const sizes = async (paths: readonly string[], coding: string) => {
    const all = await Promise.all(paths.map((each) => visit(each, { 'accept-encoding': coding })));
    if (coding === 'br') for (const { headers } of all) assert.equal(headers['content-encoding'], coding);
    return all.reduce((sum, { body }) => sum + body.length, 0);
  };
  for (const [path, { text }] of await walk('/docs')) {
    const files = [...text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    assert.ok(files.length >= 2, path);
    for (const coding of ['br', 'gzip']) {
      const bytes = await sizes([path, ...files], coding);
      assert.ok(bytes <= maxPageBytes, `${path}: ${bytes} bytes with ${coding}`);
    }
  }
});

test('each coding of a page has the same text, and a tag of its own', async () => {
  const forms = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync };
  const tags = [];
  for (const [coding, decoded] of Object.entries(forms)) {
    const accepts = { 'accept-encoding': coding === 'identity' ? 'br;q=0, gzip;q=0' : coding };
    const { body, headers } = await visit('/docs/jobs', accepts);
    assert.equal(headers['content-encoding'] ?? 'identity', coding);
    assert.match(decoded(body).toString(), /<\/html>\n$/);
    const { etag = '' } = headers;
    tags.push(etag);
    const known = (tag: string) => visit('/docs/jobs', { ...accepts, 'if-none-match': tag });
    assert.equal((await known(`"x", W/${etag}`)).status, 304);
    for (const other of tags.slice(0, -1)) assert.equal((await known(other)).status, 200);
  }
  assert.equal(new Set(tags).size, 3);
});

test('the pages are public, and run under a strict policy', async () => {
  const { status, headers, text } = await visit('/docs/quick-start');
  assert.equal(status, 200);
  const policy = String(headers['content-security-policy']);
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.doesNotMatch(policy, /unsafe/);
  assert.doesNotMatch(text, /<style|<script(?![^>]* src=)|\son\w+=|\sstyle="/);
});

test('an error of the API has a place on the page of errors, named by its code', async () => {
  const ids = idsOf(await visit('/docs/errors'));
  assert.deepEqual(
    Object.keys(errorTable).filter((code) => !ids.has(code)),
    [],
  );
});

test('each refusal of an operation is listed with a link to what it means, and no shape stands twice', async () => {
  for (const path of ['/docs/reference/jobs', '/docs/reference/openai-compatible']) {
    const { text } = await visit(path);
    const operations = text.split('<section class="operation">').slice(1);
    assert.ok(operations.length > 3, path);
    for (const operation of operations) {
      const [, count = ''] = /Refusals \((\d+)\)/.exec(operation) ?? [];
      const [, list = ''] = /<ul class="codes">(.*?)<\/ul>/s.exec(operation) ?? [];
      assert.ok(Number(count) > 5, operation.slice(0, 200));
      assert.equal(list.match(/<li>[45]\d\d <a /g)?.length, Number(count));
      const [, answers = ''] = /<h3>Answers<\/h3>(.*?)<details class="refusals">/s.exec(operation) ?? [];
      assert.doesNotMatch(answers, /<b class="status">[45]/);
    }
  }
});

test('a page that is not there says so, and offers a search', async () => {
  for (const path of ['/docs/quick-strt', '/docs/reference/nothing', '/docs/%3Cscript%3E']) {
    const { status, headers, text } = await visit(path);
    assert.equal(status, 404, path);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.match(text, /<h1>There is no such page<\/h1>/);
    assert.match(text, /<form class="search" role="search" action="\/docs\/search">/);
    assert.doesNotMatch(text, /<script>/);
  }
});

test('a program that asks for a page that is not there reads Markdown', async () => {
  for (const path of ['/docs/x.md', '/docs/reference/x.md']) {
    const { status, headers, text } = await visit(path);
    assert.equal(status, 404, path);
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(text, /^# There is no such page\n/);
  }
});

test('an address with a slash at its end leads to the page, with what it asks for', async () => {
  for (const [from, to] of [
    ['/docs/quick-start/', '/docs/quick-start'],
    ['/docs/search/?q=jobs%20a&x=%2F', '/docs/search?q=jobs%20a&x=%2F'],
    ['/docs/?a=b', '/docs?a=b'],
  ] as const) {
    const { status, headers } = await visit(from);
    assert.deepEqual([status, headers.location], [308, to]);
  }
});

test('each page is there as Markdown, and llms.txt lists them', async () => {
  const { text, headers } = await visit('/llms.txt');
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const listed = [...text.matchAll(/\]\(https:\/\/chat\.example\.com(\/docs[^)]+\.md)\)/g)].map(
    ([, path = '']) => path,
  );
  assert.ok(listed.length > 25);
  for (const path of listed) {
    const page = await visit(path);
    assert.equal(page.status, 200, path);
    assert.equal(page.headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(page.text, /^# \S/, path);
  }
});

test('a search works without script, and shows markup as text', async () => {
  const { text } = await visit(`/docs/search?${new URLSearchParams({ q: 'Idempotency' })}`);
  assert.match(text, /<ul class="results"><li><a href="\/docs\/idempotency">/);
  const hostile = await visit(`/docs/search?${new URLSearchParams({ q: '<script>alert(1)</script> "x' })}`);
  assert.equal(hostile.status, 200);
  assert.doesNotMatch(hostile.text, /<script>|value="[^"]*<| "x/);
});

test('a search answers a query of any length', async () => {
  for (const q of ['a'.repeat(10_000), 'stream '.repeat(1_400), '', '%', '\u{1F600}'.repeat(100)]) {
    const { status, text } = await visit(`/docs/search?q=${encodeURI(q)}`);
    assert.ok(status === 200 || q.length > 10_000 || status === 431, String(status));
    assert.ok(text.length < 100_000);
  }
  const { results }: { results: unknown[] } = JSON.parse((await visit('/docs/search.json?q=stream')).text);
  assert.ok(results.length > 0 && results.length <= 10);
});

test('browsers of any origin may read the description', async () => {
  const { headers } = await visit('/v1/openapi.json', { origin: 'https://tools.example.org' });
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
});

for (const path of ['/docs', '/docs/quick-start', '/v1/openapi.json']) {
  test(`${path} answers HEAD with the headers of GET, and is not sent again to a browser that has it`, async () => {
    const [head, full] = [await visit(path, {}, 'HEAD'), await visit(path)];
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'etag']) {
      assert.equal(head.headers[name], full.headers[name], name);
    }
    const again = await visit(path, { 'if-none-match': String(full.headers.etag) });
    assert.equal(again.status, 304);
    assert.equal((await visit(path, { 'if-none-match': '"other"' })).status, 200);
  });
}

test('other hosts do not serve the documentation', async () => {
  const tenant = await hosted.tenant();
  for (const path of ['/docs', '/docs/quick-start', '/llms.txt', '/v1/openapi.json']) {
    for (const host of [tenant.slug, 'login']) {
      assert.equal((await browser.visit(`https://${host}.chat.example.com${path}`)).status, 404, host + path);
    }
  }
});

test('a page takes no other method', async () => {
  assert.equal((await visit('/docs/quick-start', {}, 'POST')).status, 405);
});

/** All pages that can be reached by links, by path. */
async function walk(start: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const page = await visit(path);
    pages.set(path, page);
    for (const link of linksOf(page)) {
      const { pathname, origin: of } = new URL(link, origin + path);
      if (of === origin && /^\/docs(?:\/|$)/.test(pathname)) waiting.push(pathname);
    }
  }
  return pages;
}

function linksOf({ text }: Page): string[] {
  return [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
}

function idsOf({ text }: Page): Set<string> {
  return new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}

export const breaks: readonly Break[] = [
  {
    rule: 'The documentation names the addresses of its installation',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: 'localhost:8080\\b/g',
    by: 'localhost:8081\\b/g',
  },
  {
    rule: 'A page of the documentation that is not there is a page with a search',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: 'reply.code(404)',
    by: 'reply.code(200)',
  },
  {
    rule: 'Browsers of any origin may read the description of the API',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: "'access-control-allow-origin': '*',",
    by: '',
  },
  {
    rule: 'A page of the documentation takes no method but GET and HEAD, and says so',
    file: 'src/http/pages/not-found.ts',
    replace: ".replace('\\\\*', '.+')",
    by: '',
  },
  {
    rule: 'The reference lists the refusals of every operation, in either form',
    file: 'src/http/openapi/refusals.ts',
    replace: 'schema: describeSchema(OpenAiError), examples }',
    by: "schema: describeSchema(OpenAiError), example: examples['bad_request']?.value }",
  },
  {
    rule: 'Each coding of a page has a tag of its own',
    file: 'src/http/documentation/answer.ts',
    replace: "coding === null ? ''",
    by: "coding !== 'other' ? ''",
  },
  {
    rule: 'A reader without Brotli gets pages in gzip',
    file: 'src/http/documentation/answer.ts',
    replace: "accepts('gzip', accepted) ? 'gzip' : null",
    by: 'null',
  },
  {
    rule: 'A weak tag of a proxy names the same representation',
    file: 'src/http/server/if-none-match.ts',
    replace: ".replace(/^W\\//, '')",
    by: '',
  },
  {
    rule: 'A redirect to a page keeps the query',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: 'query < 0 ? path : path + url.slice(query)',
    by: 'query < 0 ? path : path',
  },
  {
    rule: 'A program that asks for a page that is not there reads Markdown',
    file: 'src/http/documentation/documentation-routes.ts',
    replace: "if (path.endsWith('.md')) return sendLost(reply);",
    by: '',
  },
];
