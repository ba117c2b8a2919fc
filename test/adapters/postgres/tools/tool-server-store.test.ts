import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresToolServerHealth } from '#adapters/postgres/tools/tool-server-health.ts';
import { PostgresToolServerStore } from '#adapters/postgres/tools/tool-server-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { OfferedTool, ToolServer } from '#core/clients/tool-server.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { answeredTurn, createClient, ownerIn } from '#test/world/factories.ts';

const url = 'https://tools.example.com/one';
const secret = { generation: 1, key: 'key' };
const dayMs = 86_400_000;

describe('A tool server as it is stored', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let store: PostgresToolServerStore;
  let health: PostgresToolServerHealth;
  before(async () => {
    database = parts.use(openPatientDatabase(parts.use(await createTestDatabase()).url, 2));
    store = new PostgresToolServerStore(database);
    health = new PostgresToolServerHealth(database);
  });
  after(() => parts.disposeAsync());

  async function stored(name = 'shop', clientId?: number): Promise<ToolServer> {
    const owner = clientId ?? (await createClient(database)).id;
    const id = newId();
    await store.insert({ clientId: owner, id, name, url, secret });
    return found({ clientId: owner, id });
  }

  async function found({ clientId, id }: Pick<ToolServer, 'clientId' | 'id'>): Promise<ToolServer> {
    return (await store.find(clientId, id)) ?? assert.fail('the server is gone');
  }

  const offer = (name: string): OfferedTool => ({
    ...{ name, hash: `hash of ${name}` },
    definition: { title: null, description: name, inputSchema: { type: 'object' } },
  });
  const approve = ({ clientId, id }: ToolServer, name: string) =>
    store.approve(clientId, id, name, {
      ...{ effect: 'read', isIdempotent: false, confirm: null, labels: {} },
      ...{ agents: ['assistant'], timeoutMs: 10_000 },
    });

  it('begins without failures where it is enabled again, and where it has moved', async () => {
    const server = await stored();
    const settings = { name: server.name, url, enabled: true };
    const fail = async (times: number) => {
      for (let count = 0; count < times; count++)
        await health.failed({ ...server, url: (await found(server)).url }, false);
    };
    await fail(5);
    const { enabled, disabledReason, disabledAt } = await found(server);
    assert.deepEqual([enabled, disabledReason, disabledAt instanceof Date], [false, 'failing', true]);
    await store.save(server, settings);
    const again = await found(server);
    assert.deepEqual(
      [again.failures, again.enabled, again.disabledReason, again.disabledAt],
      [0, true, null, null],
    );
    await fail(1);
    await store.save(server, { ...settings, name: 'market' });
    assert.equal((await found(server)).failures, 1, 'another name is no other server');
    await store.save(server, { ...settings, url: `${url}/two` });
    assert.equal((await found(server)).failures, 0);
  });

  it('fails by what its present address answers, and not once it is disabled', async () => {
    const server = await stored();
    assert.equal(await health.failed({ ...server, url: `${url}/before` }, true), false);
    assert.deepEqual((await found(server)).failures, 0);
    assert.deepEqual([await health.failed(server, true), await health.failed(server, true)], [true, false]);
    assert.equal((await found(server)).failures, 1);
  });

  it('is signed for by the last three secrets whose time is not over, beside its own', async () => {
    const server = await stored();
    for (let generation = 2; generation <= 6; generation++)
      await store.setSecret(await found(server), { generation, key: 'key' }, 3_600);
    const generations = async () => {
      const { secret: own, previousSecrets } = await found(server);
      return [own.generation, ...previousSecrets.map((each) => each.generation)];
    };
    assert.deepEqual(await generations(), [6, 2, 3, 4, 5]);
    await store.setSecret(await found(server), { generation: 7, key: 'key' }, 3_600);
    assert.deepEqual(await generations(), [7, 3, 4, 5, 6]);
    await database.query(
      `update tool_servers set previous_secrets = jsonb_set(previous_secrets, '{1,until}', to_jsonb(now() - interval '1 s'))
       where id = $1`,
      [server.id],
    );
    assert.deepEqual(await generations(), [7, 3, 5, 6]);
  });

  it('keeps of what it offered before only what is approved, as not offered any more', async () => {
    const server = await stored();
    await store.saveOffered(server, ['a', 'b', 'c'].map(offer), 60_000);
    await approve(server, 'b');
    await store.saveOffered(server, [offer('c'), offer('d')], null);
    const tools = await store.tools(server.clientId, server.id);
    assert.deepEqual(
      tools.map(({ name, offered, approval }) => [name, offered?.hash, approval?.hash]),
      [
        ['b', undefined, 'hash of b'],
        ['c', 'hash of c', undefined],
        ['d', 'hash of d', undefined],
      ],
    );
    await store.withdraw(server.clientId, server.id, 'b');
    assert.equal(await store.tool(server.clientId, server.id, 'b'), null);
  });

  it('says for how long its list holds, a year at most, and why it gave none', async () => {
    const server = await stored();
    const freshFor = async (freshMs: number | null) => {
      await store.saveOffered(server, [], freshMs);
      const { freshUntil, refreshedAt, refreshFailure } = await found(server);
      assert.equal(refreshFailure, null);
      return freshUntil && freshUntil.getTime() - (refreshedAt?.getTime() ?? 0);
    };
    assert.equal(await freshFor(60_000), 60_000);
    const failure = { text: 'no answer', code: 'timeout' };
    await store.saveRefreshFailure(server, failure);
    const failed = await found(server);
    assert.deepEqual(failed.refreshFailure, failure);
    assert.ok(failed.refreshedAt !== null && failed.freshUntil !== null, 'what it said before stays');
    assert.equal(await freshFor(1e300), 365 * dayMs);
    assert.equal(await freshFor(null), null);
  });

  it('offers its tools in the order of names, first of servers and then of tools', async () => {
    const server = await stored('two');
    const other = await stored('One-2', server.clientId);
    await store.saveOffered(server, ['b', 'a', 'B'].map(offer), null);
    await store.saveOffered(other, [offer('z')], null);
    for (const name of ['b', 'a', 'B']) await approve(server, name);
    await approve(other, 'z');
    const offered = await store.callable(server.clientId, 'assistant');
    assert.deepEqual(
      offered.map((tool) => `${tool.server.name}/${tool.name}`),
      ['One-2/z', 'two/B', 'two/a', 'two/b'],
    );
  });

  it('is listed with so many of its own last calls, the latest of a turn first', async () => {
    const client = await createClient(database);
    const [server, other] = [await stored('shop', client.id), await stored('other', client.id)];
    const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
    const { turnId, conversationId } = await answeredTurn(turns, client, ownerIn(client));
    const call = (step: number, place: number, { id }: ToolServer) =>
      database.query(
        `insert into tool_calls (client_id, conversation_id, turn_id, step, place, id, model_call_id, name, server_id,
           tool, label, status, sends, arguments, is_error, created_at)
         values ($1, $2, $3, $4::smallint, $5::smallint, gen_random_uuid(), '', '', $6, concat($4::text, '.', $5::text),
           '', 'done', 1, '', false, '2030-01-01')`,
        [client.id, conversationId, turnId, step, place, id],
      );
    for (const [step, place] of [
      [1, 1],
      [2, 2],
      [2, 1],
    ] as const)
      await call(step, place, server);
    await call(3, 1, other);
    const listed = async (count: number) =>
      (await store.calls(client.id, server.id, count)).map(({ tool }) => tool);
    assert.deepEqual(await listed(9), ['2.2', '2.1', '1.1']);
    assert.deepEqual(await listed(2), ['2.2', '2.1']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A tool server that is enabled again begins without failures',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: '($5 and not enabled) or url <> $4',
    by: 'url <> $4',
  },
  {
    rule: 'A tool server that has moved begins without failures',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: '($5 and not enabled) or url <> $4',
    by: '$5 and not enabled',
  },
  {
    rule: 'What an earlier address of a tool server answers says nothing about the present one',
    file: 'src/adapters/postgres/tools/tool-server-health.ts',
    replace: 'and url = $3 and enabled',
    by: "and $3::text <> '' and enabled",
  },
  {
    rule: 'A tool server is disabled once',
    file: 'src/adapters/postgres/tools/tool-server-health.ts',
    replace: 'and url = $3 and enabled',
    by: 'and url = $3',
  },
  {
    rule: 'A tool server has three earlier secrets beside the last one',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'previousSecrets.slice(-3)',
    by: 'previousSecrets.slice(-9)',
  },
  {
    rule: 'A secret of a tool server whose overlap is over signs no longer',
    file: 'src/adapters/postgres/tools/tool-rows.ts',
    replace: "\n   where (p ->> 'until')::timestamptz > now()) as previous_secrets",
    by: ') as previous_secrets',
  },
  {
    rule: 'A tool that its server does not offer any more is not offered',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'update tools set offered = null, offered_hash = null where',
    by: 'update tools set offered = offered where',
  },
  {
    rule: 'A tool that is neither offered nor approved is gone',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'delete from tools where client_id = $1 and server_id = $2 and approved_at is null',
    by: 'delete from tools where client_id = $1 and server_id = $2 and false',
  },
  {
    rule: 'A tool that is withdrawn when it is not offered any more is gone',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'delete from tools where ${one} and offered is null',
    by: 'delete from tools where ${one} and false',
  },
  {
    rule: 'A list of tools is fresh for as long as its server says',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'least($3::float8, 31536000000) / 1000',
    by: 'least($3::float8, 31536000000)',
  },
  {
    rule: 'A list of tools is fresh for a year at most',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'least($3::float8, 31536000000) / 1000',
    by: 'least($3::float8, 41536000000) / 1000',
  },
  {
    rule: 'A list of tools whose server does not say for how long it holds is not fresh',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'case when $3::float8 is not null',
    by: 'case when true',
  },
  {
    rule: 'A list of tools ends the failure before it',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'set refreshed_at = now(), refresh_error = null, refresh_error_code = null,',
    by: 'set refreshed_at = now(),',
  },
  {
    rule: 'Models are told of tools in an order that stays',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'order by s.name collate "C", t.name collate "C"`',
    by: 'order by t.name`',
  },
  {
    rule: 'The last calls are those of one server',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'where k.client_id = $1 and k.server_id = $2\n',
    by: 'where k.client_id = $1 and $2::uuid is not null\n',
  },
  {
    rule: 'Of the calls of one turn the last is listed first',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: 'order by k.created_at desc, k.step desc, k.place desc',
    by: 'order by k.created_at desc, k.step, k.place',
  },
];
