import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Break } from '#test/break.ts';
import type { Visit } from '#test/browser/form-browser.ts';
import { atBest } from '#test/database/at-best.ts';
import { longestStandstill, loopWatched } from '#test/reading/loop-watched.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { chatBody } from '#test/world/partner.ts';

/** Node accepts heads of 16 KiB; this leaves space for the other headers. */
const bytes = 15_500;
const limitMs = 100;

const fill = (unit: string, before = '', behind = '') =>
  before + unit.repeat(Math.floor((bytes - before.length - behind.length) / unit.length)) + behind;

/** Runs of characters that separate, end, pad or number values: inputs on which a backtracking parser gets slow. */
const anyValue = [
  ...['a', '1', ',', ';', '=', '"', '.', '/', '%', ':', '-', '\\', 'a,', 'a;', 'a=1;', 'a="b";', '1.1.1.1,'],
  ...['";a="', '\\"', ', "', 'W/"a",', '%zz'],
].map((unit) => fill(unit));
const padded = (start: string) =>
  [' ', '\t', '0', '1', '=', ';', ',', '"', '\\"'].map((unit) => fill(unit, start, 'x'));

interface Read {
  /** Requests that read the header. */
  readonly by: readonly Request[];
  /** In addition to the values that are tried with every header. */
  readonly values?: readonly string[];
}

interface Request extends Visit {
  readonly address: string;
}

describe('A header of the longest head that is taken', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let asset: string;
  before(async () => {
    hosted = await openHosted({ env: { ...loopWatched, PARLEY_TRUSTED_PROXIES: '127.0.0.0/8' } });
    tenant = await hosted.tenant();
    const page = await hosted.browser().visit(hosted.loginUrl());
    asset = /\/assets\/[^"]+/.exec(page.text)?.[0] ?? assert.fail('the pages are not built');
  });
  after(() => hosted[Symbol.asyncDispose]());

  const get = (address: string): Request => ({ address });
  const api = (path: string) => get(`http://localhost:${hosted.api.portOf()}${path}`);
  const page = (path: string) => get(tenant.url(path));
  const form = (address: string): Request => ({
    address,
    method: 'POST',
    body: `tenant=${tenant.slug}&email=a@example.com`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const prompt = (): Request => ({
    ...api('/v1/stream'),
    method: 'POST',
    body: JSON.stringify(chatBody()),
    headers: { 'content-type': 'application/json' },
  });

  const completion = (): Request => ({
    ...api('/openai/v1/chat/completions'),
    method: 'POST',
    body: JSON.stringify({ model: 'assistant', user: 'u', messages: [{ role: 'user', content: 'x' }] }),
    headers: { 'content-type': 'application/json' },
  });

  /** Every header that the code reads. */
  const reads: Readonly<Record<string, () => Read>> = {
    host: () => ({ by: [api('/v1/usage')] }),
    'x-forwarded-host': () => ({ by: [api('/v1/usage')] }),
    'x-request-id': () => ({ by: [api('/v1/usage')] }),
    traceparent: () => ({ by: [api('/v1/usage')], values: padded('00-') }),
    'x-forwarded-for': () => ({ by: [form(hosted.loginUrl('/forgot'))] }),
    authorization: () => ({
      by: [api('/v1/usage'), page('/chat/usage')],
      values: ['Bearer ', 'Bearer a.b.c', 'Bearer parley_sk_'].flatMap(padded),
    }),
    cookie: () => ({
      by: [page('/'), page('/session/finish'), get(hosted.loginUrl())],
      values: [fill('parley_session=a;'), ...['parley_session=', 'parley_return='].flatMap(padded)],
    }),
    origin: () => ({ by: [form(tenant.url('/session/end'))] }),
    'sec-fetch-site': () => ({ by: [form(tenant.url('/session/end'))] }),
    accept: () => ({
      by: [prompt()],
      values: [
        fill('text/event-stream ,'),
        ...['text/event-stream', 'text/event-stream;q=0.'].flatMap(padded),
      ],
    }),
    'accept-language': () => ({
      by: [get(hosted.loginUrl()), page('/embed'), { ...page('/none'), headers: { accept: 'text/html' } }],
      values: [fill('de,'), fill('de;q=0.5,'), ...['de;q=0.', 'de ;q='].flatMap(padded)],
    }),
    'user-agent': () => ({ by: [page('/session/finish')] }),
    'accept-encoding': () => ({
      by: [page(asset), page('/launcher.js')],
      values: ['br', 'br;q=0.', 'br;q=1', 'br;q=1.', 'br ;'].flatMap(padded),
    }),
    'content-type': () => ({
      by: [prompt()],
      values: ['application/json', 'application/json;charset="utf-8"', 'application/json;a="'].flatMap(
        padded,
      ),
    }),
    'content-encoding': () => ({ by: [prompt()] }),
    'if-none-match': () => ({
      by: [api('/v1/jobs/x?external_user_id=u'), api('/docs'), page('/brand/logo'), page('/launcher.js')],
      values: [fill('W/"a", '), ...padded('"')],
    }),
    'last-event-id': () => ({ by: [api('/v1/jobs/x/stream?external_user_id=u')], values: padded('1.') }),
    'idempotency-key': () => ({ by: [prompt()] }),
    'x-conversation-id': () => ({ by: [completion()] }),
  };

  test('is covered for every header that the code reads', () => {
    const folder = fileURLToPath(new URL('../../../src/http', import.meta.url));
    const names = globSync(`${folder}/**/*.ts`).flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/\bheaders(?:\.(?!ts\b)([a-z]+)\b(?!\()|\['([a-z-]+)'\])/g),
      ].map(([, plain, quoted]) => plain ?? quoted),
    );
    // The framework reads it for the address of a request.
    const read = new Set([...names, 'x-forwarded-for']);
    // Our code asks only whether it is there.
    read.delete('transfer-encoding');
    assert.deepEqual([...read].sort(), Object.keys(reads).sort());
  });

  for (const [name, readsOf] of Object.entries(reads)) {
    test(`${name} does not hold up the event loop, whatever it says`, async () => {
      const { by, values = [] } = readsOf();
      const browser = hosted.browser();
      const send = async () => {
        for (const { address, ...visit } of by) {
          for (const value of [...anyValue, ...values]) {
            const headers = { authorization: `Bearer ${tenant.key}`, ...visit.headers, [name]: value };
            const { status, text } = await browser.visit(address, { ...visit, headers });
            assert.ok(status < 500, `${address} ${value.slice(0, 40)}… is answered with ${status} ${text}`);
          }
        }
      };
      const longest = await atBest(limitMs, () => longestStandstill(hosted.api, send));
      assert.ok(longest < limitMs, `it stood still for ${longest} ms`);
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Accept-Encoding is read in linear time',
    file: 'src/http/handlers/assets.ts',
    replace: '0\\.(?!0*\\s*$)\\d{1,3})',
    by: '0\\.\\d*[1-9])\\d*',
  },
];
