import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type ConsoleBrowser, ConsoleWorld } from '#test/console/console-world.ts';
import { Api, openApi } from '#test/world/api.ts';
import { Hosted, Tenant, type Visitor } from '#test/world/hosted.ts';

const rounds = 20;

/** A process of the service with its own hosts, and an administrator who signed in there. */
interface Side {
  readonly tenant: Tenant;
  readonly visitor: Visitor;
}

interface Owner {
  readonly browser: ConsoleBrowser;
  readonly id: string;
}

describe('Two people who remove each other at once, in two processes', () => {
  let api: Api;
  let sides: readonly [Api, Api];
  before(async () => {
    api = await openApi({ processes: 2 });
    const only = (process: number) =>
      new Api(api.provider, api.database, [api.serviceOf(process)], api.environment, nothing);
    sides = [only(0), only(1)];
  });
  after(() => api[Symbol.asyncDispose]());

  test('leave one of two administrators, whatever each takes from the other', async () => {
    const { client, key } = await api.partner();
    for (let round = 0; round < rounds; round++) {
      const [one, other] = await Promise.all(
        sides.map(async (side): Promise<Side> => {
          const tenant = new Tenant(new Hosted(side), client, key);
          return { tenant, visitor: await tenant.visitor({ admin: true }) };
        }),
      );
      assert.ok(one !== undefined && other !== undefined);
      const statuses = await Promise.all([remove(one, other, round), remove(other, one, round + 1)]);
      const refused = statuses.filter((status) => status === 401 || status === 403);
      assert.equal(refused.length, 1, `round ${round}: ${statuses.join()}`);
      const left = await api.database.query(
        'select from hosted_users where client_id = $1 and id = any($2) and admin and enabled',
        [client.id, [one.visitor.user.id, other.visitor.user.id]],
      );
      assert.equal(left.length, 1, `round ${round}`);
    }
  });

  test('leave one of two owners of the console', async () => {
    const [first, second] = sides.map((side) => new ConsoleWorld(side));
    assert.ok(first !== undefined && second !== undefined);
    for (let round = 0; round < rounds; round++) {
      const one: Owner = await owner(first, `one-${round}`);
      const other: Owner = await owner(second, `other-${round}`);
      const answers = await Promise.all([
        one.browser.ask('PATCH', `/operators/${other.id}`, { enabled: false }),
        other.browser.ask('PATCH', `/operators/${one.id}`, { role: 'viewer' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
      assert.equal(await countOwners(), 1, `round ${round}`);
      // The next two are the only ones again.
      await api.database.query(`update operators set role = 'viewer'`);
    }
  });

  async function countOwners(): Promise<number> {
    return (await api.database.query(`select from operators where role = 'owner' and enabled`)).length;
  }

  async function owner(world: ConsoleWorld, name: string): Promise<Owner> {
    const browser = await world.signedIn('owner', `${name}@example.com`);
    const { json } = await browser.ask('GET', '/session');
    return { browser, id: String(json['operator']?.['id']) };
  }
});

const nothing = { [Symbol.asyncDispose]: async () => undefined };

/** By disabling, by taking the role, and by erasing everything about the person, in turn. */
async function remove(
  { tenant, visitor: { browser } }: Side,
  { visitor }: Side,
  way: number,
): Promise<number> {
  const id = `hu:${visitor.user.id}`;
  const [method, path, body] = [
    ['PATCH', `/users/${id}`, { enabled: false }] as const,
    ['PATCH', `/users/${id}`, { admin: false }] as const,
    ['DELETE', `/user-data?identity=${encodeURIComponent(id)}`, undefined] as const,
  ][way % 3] ?? ['PATCH', '', undefined];
  return (await browser.sendJson(tenant.url(`/account/api${path}`), method, body)).status;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Two owners who remove each other at once, in two processes, wait for one another',
    file: 'src/adapters/postgres/operators/operator-store.ts',
    replace: "await transaction.query('lock table operators in share row exclusive mode');",
    by: '',
  },
  {
    rule: 'An administrator who lost the rights under way gets the refusal of somebody without them',
    file: 'src/http/routing/route.ts',
    replace: 'error instanceof StaleClient || error instanceof StaleRights',
    by: 'error instanceof StaleClient',
  },
];
