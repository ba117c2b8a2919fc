import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, ConsoleWorld } from '#test/console/console-world.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { beginRequest } from '#test/requests/late-request.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { Hosted } from '#test/world/hosted.ts';

const operator = { kind: 'operator-cli' } as const;

interface Late {
  readonly path: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

describe('What needs rights is not done by somebody who has just lost them', () => {
  let api: Api;
  let hosted: Hosted;
  let world: ConsoleWorld;
  before(async () => {
    api = await openApi();
    hosted = new Hosted(api);
    world = new ConsoleWorld(api);
  });
  after(() => api[Symbol.asyncDispose]());

  test('a disabled owner gets no link for a new owner, and an ended session no key', async () => {
    const other = await world.signedIn('owner', 'another@example.com');
    const owner = await world.signedIn('owner', 'first@example.com');
    const { slug } = (await api.partner()).client;
    const link = await begin({ ...byConsole(owner, '/operators/link'), body: newOwner });
    const rotation = await begin({ ...byConsole(other, `/clients/${slug}/rotate-key`), body: {} });
    const before = await hosted.administration.clients.find(slug);
    for (const each of [owner, other]) await each.ask('GET', '/session');
    await world.operators.update(operator, { email: 'first@example.com' }, { role: 'viewer' });
    assert.deepEqual(await link.finish(), [403, 'insufficient_scope']);
    await other.ask('DELETE', '/session');
    assert.deepEqual(await rotation.finish(), [401, 'session_required']);
    assert.equal((await hosted.administration.clients.find(slug)).keyPrefix, before.keyPrefix);
    assert.equal((await api.database.query('select from operator_links')).length, 0);
  });

  test('a replaced key makes neither a client nor a webhook, and a revoked client mints no token', async () => {
    const tenant = await hosted.tenant({ scopes: ['chat', 'webhooks', 'admin:clients'] });
    const other = await hosted.tenant();
    const late = (path: string, key: string, body: object) =>
      begin({
        path: `/v1${path}`,
        host: `localhost:${api.portOf()}`,
        headers: { authorization: `Bearer ${key}` },
        body,
      });
    const client = await late('/admin/clients', tenant.key, { slug: 'made-late' });
    const webhook = await late('/webhooks', tenant.key, { url: 'https://hooks.example.com/' });
    const token = await late('/hosted-session', other.key, { external_user_id: 'user-1' });
    await tenant.token('user-1');
    await hosted.administration.clients.rotateKey(operator, tenant.slug);
    await hosted.administration.clients.revoke(operator, other.slug);
    assert.deepEqual(await client.finish(), [401, 'invalid_api_key']);
    assert.deepEqual(await webhook.finish(), [401, 'invalid_api_key']);
    assert.deepEqual(await token.finish(), [401, 'client_disabled']);
    assert.equal((await api.database.query('select from webhooks')).length, 0);
    await assert.rejects(hosted.administration.clients.find('made-late'), { code: 'client_not_found' });
  });

  test('a disabled administrator makes no other', async () => {
    const tenant = await hosted.tenant();
    const { browser, user } = await tenant.visitor({ admin: true });
    const session = browser.cookie(tenant.host, 'parley_session') ?? '';
    const invitation = await begin({
      path: '/account/api/users',
      host: tenant.host,
      headers: { cookie: `parley_session=${session}`, origin: tenant.url().slice(0, -1) },
      body: { email: 'friend@example.com', admin: true },
    });
    await browser.visit(tenant.url('/chat/usage'));
    await hosted.administration.users.disable(operator, tenant.slug, user);
    assert.deepEqual(await invitation.finish(), [403, 'user_disabled']);
    const { rows } = await hosted.administration.users.list(tenant.slug, {});
    assert.deepEqual(
      rows.map(({ email }) => email),
      [user.email],
    );
  });

  test('a change that waits for a lock after the loss is refused as if it had come later', async () => {
    const { id: clientId, slug } = (await api.partner()).client;
    const owner = await world.signedIn('owner', 'second@example.com');
    const lock = 'select from usage_clients where client_id = $1 for update';
    await hosted.administration.clients.rotateKey(operator, slug);
    const rotated = await behind(lock, [clientId], () =>
      owner.ask('POST', `/clients/${slug}/rotate-key`, {}),
    );
    assert.deepEqual([rotated.status, rotated.json['code']], [401, 'session_required']);
  });

  /** Asks behind a lock, under which the operator's sessions end. */
  async function behind<T>(lock: string, values: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const [locked, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = api.database.transaction(async (transaction) => {
      await transaction.query(lock, values);
      locked.resolve();
      await waited.promise;
      await transaction.query(
        `delete from operator_sessions where operator_id =
           (select id from operators where email = 'second@example.com')`,
      );
    });
    await locked.promise;
    const answer = ask();
    await untilOneWaits(api.database, answer);
    waited.resolve();
    await held;
    return answer;
  }

  function byConsole({ cookies }: ConsoleBrowser, path: string) {
    const { origin } = world;
    return { path: `/api${path}`, host: new URL(origin).host, headers: { cookie: cookies, origin } };
  }

  function begin({ path, host, headers, body }: Late) {
    const request = { method: 'POST', path, host, headers, body: JSON.stringify(body) };
    return beginRequest(api.portOf(), request);
  }
});

const newOwner = { email: 'friend@example.com', role: 'owner' } as const;

export const breaks: readonly Break[] = [
  {
    rule: 'An operator who lost the rights under way gets the refusal of somebody without them',
    file: 'src/http/session/console-routes.ts',
    replace: 'if (!(error instanceof StaleRights)) throw error;',
    by: 'throw error;',
  },
];
