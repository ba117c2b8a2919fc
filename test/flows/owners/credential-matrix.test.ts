import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { scopes } from '#contract/closed-sets.ts';
import type { Break } from '#test/break.ts';
import type { Page } from '#test/browser/form-browser.ts';
import { settledHealth } from '#test/reading/settled-health.ts';
import { metBy, pairsOf } from '#test/world/chosen-credentials.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { type Cast, type Credential, credentialsOf, type Verdict } from '#test/world/matrix-credentials.ts';
import { registeredRoutes } from '#test/world/registered-routes.ts';
import {
  consoleRoutes,
  consoleRows,
  guardedRows,
  healthRow,
  nameOf,
  publicRoutes,
  type RouteRow,
} from '#test/world/route-rows.ts';

const rows = [...guardedRows, ...consoleRows];

test('every route that the service has is in the list by hand, and everything in the list is a route', async () => {
  const routes = await registeredRoutes();
  const known = [...rows.map(nameOf), ...publicRoutes, ...consoleRoutes];
  assert.deepEqual(
    routes.filter((route) => !known.includes(route)),
    [],
    'routes that the list does not have',
  );
  assert.deepEqual(
    known.filter((route) => !routes.includes(route)),
    [],
    'what is no route',
  );
});

describe('Every route with every credential', () => {
  let cast: Cast;
  let credentials: readonly Credential[];
  let revoked: Tenant;
  before(async () => {
    const hosted: Hosted = await openHosted();
    const tenant = await hosted.tenant({ scopes: [...scopes], deep_dive_enabled: true });
    const [user, admin] = [await tenant.visitor(), await tenant.visitor({ admin: true })];
    cast = { hosted, tenant, user, admin, secrets: [tenant.key] };
    credentials = await credentialsOf(cast);
    revoked = await hosted.tenant({ enabled: false });
  });
  after(() => cast.hosted[Symbol.asyncDispose]());

  for (const row of rows) {
    test(`${nameOf(row)} serves the callers it is meant for, and gives every other caller its error code`, async () => {
      const asked = metBy(row, rows, credentials).map(async (credential) => {
        const page = await ask(cast, row, hostOf(cast, row), credential);
        assert.deepEqual(told(page), expected(row, credential.judge(row)), credential.name);
        assert.equal(page.headers['www-authenticate'], page.status === 401 ? 'Bearer' : undefined);
      });
      await Promise.all(asked);
    });

    test(`${nameOf(row)} is at its own host only, for every kind of credential that it takes`, async () => {
      const taken = metBy(row, rows, credentials).filter(
        ({ judge, isVariant }) => !isVariant && judge(row) === null,
      );
      assert.ok(taken.length > 0);
      const labels = ['login', 'console', 'admin', 'unknown.tenant'].filter((label) => label !== row.host);
      const hosts = labels.map((label) => `${label}.localhost:${cast.hosted.api.portOf()}`);
      const others = row.host === 'tenant' ? hosts : [...hosts, cast.tenant.host];
      const asked = pairsOf([...others, revoked.host], taken, rows.indexOf(row)).map(
        async ([host, credential]) => {
          const page = await ask(cast, row, host, credential);
          assert.deepEqual([page.status, page.text], [404, 'Not found\n'], `${host} ${credential.name}`);
        },
      );
      await Promise.all(asked);
    });
  }

  test('health needs no credential, and refuses a bad one', async () => {
    for (const { name, headers, judge } of credentials) {
      const verdict = headers['authorization'] === undefined ? null : judge(healthRow);
      const visits = ['GET', 'HEAD'].map((method) =>
        settledHealth(() =>
          cast.hosted.browser().visit(`${apiOf(cast)}${healthRow.path}`, { method, headers }),
        ),
      );
      for (const { status } of await Promise.all(visits)) assert.equal(status, verdict?.[0] ?? 200, name);
    }
  });

  test('a forwarded host moves no caller to another host', async () => {
    const { tenant } = cast;
    const headers = { 'x-forwarded-host': tenant.host, forwarded: `host=${tenant.host}` };
    const minted = { authorization: `Bearer ${await tenant.token('user-1')}`, ...headers };
    const page = await cast.hosted.browser().visit(`${apiOf(cast)}/chat/usage`, { headers: minted });
    assert.equal(page.status, 404);
  });

  test('no credential was printed by the service', () => {
    const service = cast.hosted.api.serviceOf();
    const printed = service.stdout() + service.stderr();
    for (const secret of cast.secrets.filter(({ length }) => length > 8)) {
      assert.ok(!printed.includes(secret), 'a credential was printed');
    }
  });
});

/** A mistake that is reported only to admitted callers, and that changes nothing. */
function expected(row: RouteRow, verdict: Verdict): readonly [number, string] {
  if (verdict !== null) return verdict;
  if (row.path.startsWith('/openai/')) return [400, 'validation_error'];
  return /\/brand\/logo$|\/documents\/:document$/.test(row.path) && row.method === 'PUT'
    ? [415, 'unsupported_media_type']
    : [422, 'validation_error'];
}

function ask(
  { hosted }: Cast,
  { method, path, hasBody, host: own }: RouteRow,
  host: string,
  { headers: sent }: Credential,
): Promise<Page> {
  const headers = own === 'console' ? { origin: `http://${host}`, ...sent } : sent;
  const address = `http://${host}${path.replaceAll(/:\w+/g, 'x')}?no_such_name=1`;
  const typed = { 'content-type': 'application/json', 'content-length': '2' };
  return hasBody
    ? hosted.browser().visit(address, { method, headers: { ...headers, ...typed }, body: '{}' })
    : hosted.browser().visit(address, { method, headers });
}

function hostOf(cast: Cast, { host }: RouteRow): string {
  if (host === 'console') return `console.localhost:${cast.hosted.api.portOf()}`;
  return host === 'api' ? new URL(apiOf(cast)).host : cast.tenant.host;
}

function apiOf({ hosted }: Cast): string {
  return `http://localhost:${hosted.api.portOf()}`;
}

function told({ status, text }: Page): readonly [number, unknown] {
  const { code, error } = JSON.parse(text);
  return [status, code ?? error.code];
}

export const breaks: readonly Break[] = [
  {
    rule: 'A key needs the scope for webhooks to reach the endpoints of its client',
    file: 'src/contract/operations/webhooks.ts',
    replace: "{ api: 'webhooks', account: true,",
    by: "{ api: 'chat', account: true,",
  },
  {
    rule: 'No key finds an operation that only the console has',
    file: 'src/http/operations/by-operator.ts',
    replace: 'endpoint === undefined || !operation.row.channels.includes(channel)',
    by: 'endpoint === undefined',
  },
  {
    rule: 'A key needs the scope for usage to read reports of usage',
    file: 'src/contract/operations/reports.ts',
    replace: "admin: 'admin:usage', console: rolesOf.everyone },\n    summary: 'Usage by",
    by: "admin: 'admin:audit', console: rolesOf.everyone },\n    summary: 'Usage by",
  },
  {
    rule: 'Support drains no processes, whether the request can be read or not',
    file: 'src/contract/operations/live.ts',
    replace: "console: rolesOf.operators },\n    audit: 'process.drain',",
    by: "console: rolesOf.people },\n    audit: 'process.drain',",
  },
  {
    rule: 'The list by hand forgets no operation on user data',
    file: 'test/support/console/matrix-channels.ts',
    replace: "'user-data': ['exportUserData', 'eraseUserData'],",
    by: "'user-data': ['eraseUserData'],",
  },
  {
    rule: 'The list by hand forgets no operation of the account page',
    file: 'test/support/console/matrix-channels.ts',
    replace: "'listLoginSessions', 'endLoginSession'",
    by: "'endLoginSession'",
  },
  {
    rule: 'The list by hand takes no scope for another',
    file: 'test/support/console/matrix-channels.ts',
    replace: "'admin:usage': ['reportUsage',",
    by: "'admin:usage': ['listAudit',",
  },
  {
    rule: 'A subscription that was canceled sends nothing',
    file: 'src/core/identity/gate.ts',
    replace: "return status === 'trial' || status === 'active';",
    by: "return status !== 'past_due';",
  },
  {
    rule: 'A minted token has no sign-in to end',
    file: 'src/http/hosts/tenant-host.ts',
    replace: '}/session`, loginAuthentication(flow, clients), options.own',
    by: '}/session`, sessionAuthentication(flow, clients), options.own',
  },
  {
    rule: 'A token that a partner minted and a login do not stand in for each other',
    file: 'src/core/identity/session-token.ts',
    replace: 'if (typ !== kind || typeof sub',
    by: 'if (typeof sub',
  },
  {
    rule: 'A token is good at the origin only that it was minted for',
    file: 'src/core/identity/session-token.ts',
    replace: `        audience: this.#origins.tenantUrl(client.slug),
`,
    by: '',
  },
  {
    rule: 'A token of another issuer is none',
    file: 'src/core/identity/session-token.ts',
    replace: `        issuer: this.#origins.issuer,
`,
    by: '',
  },
  {
    rule: 'Each client signs with a key of its own',
    file: 'src/core/identity/session-token.ts',
    replace: 'const info = `parley session ${client.id} ${keyId}`;',
    by: 'const info = `parley session ${keyId.length}`;',
  },
  {
    rule: 'The account page is for administrators',
    file: 'src/http/session/session-authentication.ts',
    replace: "if (caller.kind !== 'hosted' || !caller.admin) throw errors.adminRequired();",
    by: "if (caller.kind !== 'hosted') throw errors.adminRequired();",
  },
];
