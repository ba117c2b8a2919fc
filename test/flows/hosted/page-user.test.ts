import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Hosted } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

describe('A page that was loaded for one person', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  test('neither shows nor sends anything with the cookie of another one', async () => {
    const tenant = await hosted.tenant();
    const { browser, user } = await tenant.visitor({ admin: true });
    const origin = tenant.url().slice(0, -1);
    const ask = async (method: string, path: string, person: string, body?: object) => {
      const headers = { origin, 'x-parley-user': person, 'content-type': 'application/json' };
      const page = await browser.visit(tenant.url(path), {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return [page.status, page.status === 409 ? JSON.parse(page.text).code : null];
    };
    const another = `hu:${crypto.randomUUID()}`;
    for (const [method, path, body] of [
      ['GET', '/chat/conversations', undefined],
      ['GET', '/account/api/users', undefined],
      ['POST', '/chat/stream', { prompt: 'A question' }],
      ['PUT', '/session/language', { language: 'de' }],
    ] as const) {
      assert.deepEqual(await ask(method, path, another, body), [409, 'another_user'], path);
    }
    const turns = await hosted.api.database.query('select from turns where client_id = $1', [
      tenant.client.id,
    ]);
    assert.equal(turns.length, 0);
    assert.deepEqual(await ask('POST', '/chat/stream', `hu:${user.id}`, { prompt: 'A question' }), [
      200,
      null,
    ]);
    assert.deepEqual(await ask('GET', '/account/api/users', `hu:${user.id}`), [200, null]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A page of one person sends nothing with the cookie of another',
    file: 'src/http/session/session-authentication.ts',
    replace: "caller.kind === 'hosted' && believed !== caller.userId",
    by: "caller.kind === 'hosted' && believed === ''",
  },
];
