import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#contract/closed-sets.ts';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, ConsoleWorld } from '#test/console/console-world.ts';
import { type ConsoleRow, changing, consoleRows } from '#test/requests/changing-rows.ts';
import { beginRequest, type LateRequest } from '#test/requests/late-request.ts';
import { sentType } from '#test/requests/sent-type.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { Hosted, type Tenant, type Visitor } from '#test/world/hosted.ts';
import type { RouteRow } from '#test/world/route-rows.ts';

const operator = { kind: 'operator-cli' } as const;

/** A mistake that is told only to those who are admitted, and that lets nothing happen. */
const mistake = '?no_such_name=1';

describe('A request keeps no rights that are revoked before its body has arrived', () => {
  let api: Api;
  let hosted: Hosted;
  let world: ConsoleWorld;
  before(async () => {
    api = await openApi();
    hosted = new Hosted(api);
    world = new ConsoleWorld(api);
  });
  after(() => api[Symbol.asyncDispose]());

  describe('of every operation that changes something, with a key', () => {
    const rows = changing('key');
    const losses: Readonly<Record<string, readonly [number, string, (slug: string) => Promise<unknown>]>> = {
      replaced: [401, 'invalid_api_key', (slug) => hosted.administration.clients.rotateKey(operator, slug)],
      revoked: [401, 'client_disabled', (slug) => hosted.administration.clients.revoke(operator, slug)],
      'without its scopes': [
        403,
        'insufficient_scope',
        (slug) => hosted.administration.clients.update(operator, slug, { scopes: [] }),
      ],
    };
    for (const [name, [status, code, lose]] of Object.entries(losses)) {
      test(`that was ${name} meanwhile`, async () => {
        const tenant = await hosted.tenant({ scopes: [...scopes] });
        const headers = { authorization: `Bearer ${tenant.key}` };
        const probe = () => fetch(`${api.urlOf()}/agents`, { headers });
        const asked = await askLate(
          rows.map((row) => lateRow(row, tenant, headers)),
          probe,
          () => lose(tenant.slug),
        );
        assert.deepEqual(
          asked,
          rows.map((row) => [nameOf(row), status, code]),
        );
      });
    }

    test('that was not, and is asked again', async () => {
      const tenant = await hosted.tenant({ scopes: [...scopes] });
      const headers = { authorization: `Bearer ${tenant.key}` };
      const asked = await askLate(rows.map((row) => lateRow(row, tenant, headers)));
      for (const [name, status] of asked) assert.ok(status === 422 || status === 400, `${name} ${status}`);
    });
  });

  describe('of every operation that changes something, with a sign-in', () => {
    const every = changing('session', 'login', 'account');
    const losses: Readonly<
      Record<
        string,
        readonly [number, string, readonly RouteRow[], (tenant: Tenant, visitor: Visitor) => Promise<unknown>]
      >
    > = {
      'that has ended': [
        401,
        'session_revoked',
        every,
        (tenant, { browser }) => browser.post(tenant.url('/session/end'), {}),
      ],
      'of a person who was disabled': [
        403,
        'user_disabled',
        every,
        (tenant, { user }) => hosted.administration.users.disable(operator, tenant.slug, user),
      ],
      'of an administrator who is none any more': [
        403,
        'admin_required',
        changing('account'),
        (tenant, { user: { id } }) =>
          hosted.administration.users.update(operator, tenant.slug, { id }, { admin: false }),
      ],
      'at a tenant that was revoked': [
        404,
        'not_found',
        every,
        (tenant) => hosted.administration.clients.revoke(operator, tenant.slug),
      ],
    };
    for (const [name, [status, code, rows, lose]] of Object.entries(losses)) {
      test(name, async () => {
        const { tenant, visitor, headers } = await signedIn();
        const probe = () => visitor.browser.visit(tenant.url('/chat/usage'));
        const asked = await askLate(
          rows.map((row) => lateRow(row, tenant, headers)),
          probe,
          () => lose(tenant, visitor),
        );
        // The watch of sessions cuts a request within a second, where it comes first.
        // A host whose tenant is known to be gone has no routes, and its 404 no code.
        const refused = asked.map(([row, got, why]) =>
          Number.isNaN(got) || (got === 404 && why === null) ? [row, status, code] : [row, got, why],
        );
        assert.deepEqual(
          refused,
          rows.map((row) => [nameOf(row), status, code]),
        );
      });
    }

    test('that stands, and is asked again', async () => {
      const { tenant, headers } = await signedIn();
      const asked = await askLate(every.map((row) => lateRow(row, tenant, headers)));
      for (const [name, status] of asked) assert.ok(status === 422 || status === 415, `${name} ${status}`);
    });

    async function signedIn() {
      const tenant = await hosted.tenant({ scopes: [...scopes] });
      const visitor = await tenant.visitor({ admin: true });
      const session = visitor.browser.cookie(tenant.host, 'parley_session') ?? '';
      const headers = { cookie: `parley_session=${session}`, origin: tenant.url().slice(0, -1) };
      return { tenant, visitor, headers };
    }
  });

  describe('of every operation of the console that changes something, by an operator', () => {
    const byRole = consoleRows.filter(({ row }) => row !== null && !row.roles.includes('viewer'));
    const fresh = consoleRows.filter(({ row }) => row?.fresh === true);
    const losses: Readonly<Record<string, readonly [number, string, readonly ConsoleRow[], string]>> = {
      'who was disabled': [
        401,
        'session_required',
        consoleRows,
        'update operators set enabled = false where email = $1',
      ],
      'whose session has ended': [
        401,
        'session_required',
        consoleRows,
        'delete from operator_sessions where operator_id = (select id from operators where email = $1)',
      ],
      'who has another role': [
        403,
        'insufficient_scope',
        byRole,
        `update operators set role = 'viewer' where email = $1`,
      ],
      'whose passkey is no longer fresh': [
        403,
        'fresh_passkey_required',
        fresh,
        `update operator_sessions set strong_until = now()
         where operator_id = (select id from operators where email = $1)`,
      ],
    };
    for (const [name, [status, code, rows, lose]] of Object.entries(losses)) {
      test(name, async () => {
        const email = `${crypto.randomUUID()}@example.com`;
        const browser = await world.signedIn('owner', email);
        const probe = () => browser.ask('GET', '/session');
        const asked = await askLate(
          rows.map((row) => lateConsole(row, browser)),
          probe,
          () => api.database.query(lose, [email]),
        );
        assert.deepEqual(
          asked,
          rows.map((row) => [`${row.method} ${row.path}`, status, code]),
        );
      });
    }

    test('who is asked again', async () => {
      const browser = await world.signedIn('owner', `${crypto.randomUUID()}@example.com`);
      const asked = await askLate(consoleRows.map((row) => lateConsole(row, browser)));
      for (const [name, status] of asked) assert.equal(status, 422, String(name));
    });
  });

  interface Named {
    readonly name: string;
    readonly request: LateRequest;
  }

  /** Begins all, takes the rights away once they were looked at, and sends the rest. */
  async function askLate(
    named: readonly Named[],
    probe: () => Promise<unknown> = async () => undefined,
    lose: () => Promise<unknown> = async () => undefined,
  ) {
    assert.ok(named.length > 0);
    const begun = await Promise.all(named.map(({ request }) => beginRequest(api.portOf(), request)));
    // What is asked afterwards, one after the other, is answered behind them.
    for (let count = 0; count < 5; count++) await probe();
    await lose();
    const answers = await Promise.all(begun.map((each) => each.finish()));
    return answers.map(([status, code], index) => [named[index]?.name, status, code]);
  }

  function lateRow(row: RouteRow, tenant: Tenant, headers: Readonly<Record<string, string>>): Named {
    const { method, host } = row;
    const path = row.path.replaceAll(/:\w+/g, 'x') + mistake;
    const port = api.portOf();
    const request = { method, path, headers: typed(row, headers), body: '{}' };
    return {
      name: nameOf(row),
      request: { ...request, host: host === 'api' ? `localhost:${port}` : tenant.host },
    };
  }

  function lateConsole({ method, path }: ConsoleRow, browser: ConsoleBrowser): Named {
    const host = new URL(world.origin).host;
    const headers = { cookie: browser.cookies, origin: world.origin };
    const address = `/api${path.replaceAll(/:\w+/g, 'x')}${mistake}`;
    const request = { method, path: address, host, headers: typed({ method, path }, headers), body: '{}' };
    return { name: `${method} ${path}`, request };
  }

  function typed({ method, path }: Pick<RouteRow, 'method' | 'path'>, headers: LateRequest['headers']) {
    return { 'content-type': sentType(method, path), ...headers };
  }

  function nameOf({ method, path }: RouteRow): string {
    return `${method} ${path}`;
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Whoever sends a body late is asked for again, with a key or a session',
    file: 'src/http/routing/route.ts',
    replace: 'if (!request.cameWhole) request.caller = await admitted(request);',
    by: '',
  },
  {
    rule: 'Whoever sends a body late is asked for again, in the console',
    file: 'src/http/session/console-routes.ts',
    replace: 'if (!request.cameWhole) request.operator = await admitted(request);',
    by: '',
  },
  {
    rule: 'Whoever sends a logo late is asked for again',
    file: 'src/http/handlers/account/account-brand.ts',
    replace: "if (!request.cameWhole) request.caller = await authenticate(request, 'current');",
    by: '',
  },
  {
    rule: 'A tenant that was revoked while a body was sent is no longer there',
    file: 'src/http/session/session-authentication.ts',
    replace: "if (request.caller !== null && freshness === 'current') {",
    by: 'if (request.caller === null) {',
  },
  {
    rule: 'A request counts as whole by its last byte',
    file: 'src/http/server/whole-request.ts',
    replace: 'request.cameWhole = request.raw.complete;',
    by: 'request.cameWhole = true;',
  },
];
