import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { PostgresTitleStore } from '#adapters/postgres/conversations/title-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresProcessReportStore } from '#adapters/postgres/numbers/process-report-store.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import {
  buildCall,
  buildFinish,
  createClient,
  ownerIn,
  type StartedTurn,
  startTurn,
} from '#test/world/factories.ts';

const dayMs = 86_400_000;
const tokens = { inputTokens: 10, cacheReadTokens: 4, cacheWriteTokens: 2, outputTokens: 3 };

describe('calls to models', () => {
  const parts = new AsyncDisposableStack();
  let database: Database;
  let turns: PostgresTurnStore;
  let client: Client;
  before(async () => {
    database = parts.use(openPatientDatabase(parts.use(await createTestDatabase()).url, 4));
    turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  });
  after(() => parts.disposeAsync());

  async function running(): Promise<StartedTurn & { readonly clientId: number; readonly attempt: 1 }> {
    client = await createClient(database);
    const turn = await startTurn(turns, client, ownerIn(client));
    return { ...turn, clientId: client.id, attempt: 1 };
  }

  /** The rows of the client in words: how many days ago, model, kind and outcome, calls, calls without tokens, tokens. */
  async function counted(): Promise<string[]> {
    const rows = await database.query<{ words: string }>(
      `select concat_ws(' ', utc_day() - day, model_reference, kind, outcome, sum(calls), sum(calls_without_tokens),
         sum(input_tokens), sum(cache_read_tokens), sum(cache_write_tokens), sum(output_tokens)) as words
       from usage_call_entries where client_id = $1 group by day, model_reference, kind, outcome
       having sum(calls) <> 0 order by 1`,
      [client.id],
    );
    return rows.map(({ words }) => words);
  }

  it('are entered with the end of their turn, each on the day on which it began', async () => {
    const turn = await running();
    const sentAt = performance.now() - dayMs;
    const calls = [
      buildCall('p/a', { outcome: 'failed', sentAt }),
      buildCall('p/a', { outcome: 'cut', inputTokens: 7, cacheReadTokens: 1 }),
      buildCall('q/b', tokens),
    ];
    assert.equal(await turns.finish(buildFinish(turn, { calls })), 'stored');
    const expected = [
      '0 p/a answer cut 1 1 7 1',
      '0 q/b answer completed 1 0 10 4 2 3',
      '1 p/a answer failed 1 1',
    ];
    assert.deepEqual(await counted(), expected);
    assert.equal(await turns.finish(buildFinish(turn, { calls })), 'ended');
    assert.deepEqual(await counted(), expected);
  });

  it('of turns that end together are entered by turn', async () => {
    const [first, one, other] = [await running(), await running(), await running()];
    // The second and the third wait for the first one, and then share a statement.
    await Promise.all([
      turns.finish(buildFinish(first)),
      turns.finish(buildFinish(one, { calls: [buildCall('p/a', tokens)] })),
      turns.finish(buildFinish(other, { calls: [buildCall('p/b', tokens), buildCall('p/b', tokens)] })),
    ]);
    assert.deepEqual(await counted(), ['0 p/b answer completed 2 0 20 8 4 6']);
  });

  it('of an answer that another question waits for are entered, too', async () => {
    const turn = await running();
    const owner = ownerIn(client);
    const more = { kind: 'job', conversationId: turn.conversationId, ifBusy: 'queue' } as const;
    const waiting = await startTurn(turns, client, owner, more);
    assert.equal(await turns.finish(buildFinish(turn, { calls: [buildCall('p/a', tokens)] })), 'stored');
    await turns.cancel(owner, waiting.turnId);
    assert.deepEqual(await counted(), ['0 p/a answer completed 1 0 10 4 2 3']);
  });

  it('of a process that is gone are one that is unknown, of the model that it has named', async () => {
    const turn = await running();
    await turns.recover(3);
    assert.deepEqual(await counted(), ['0  answer unknown 1 1']);
    assert.equal(await turns.finish(buildFinish(turn, { calls: [buildCall('p/a', tokens)] })), 'ended');
    assert.deepEqual(await counted(), ['0  answer unknown 1 1']);
    const named = await running();
    await database.query(`update turns set model = 'p/a' where id = $1`, [named.turnId]);
    await turns.recover(3);
    assert.deepEqual(await counted(), ['0 p/a answer unknown 1 1']);
  });

  it('that were noted before the next one are known, when the process is gone then', async () => {
    const turn = await running();
    const noted = { clientId: client.id, turnId: turn.turnId, attempt: 1 };
    const first = [buildCall('p/a', { outcome: 'failed', sentAt: performance.now() - dayMs })];
    assert.equal(await turns.noteCalls({ ...noted, calls: first, next: 'p/a' }), true);
    const both = [...first, buildCall('p/a', { outcome: 'failed' })];
    assert.equal(await turns.noteCalls({ ...noted, calls: both, next: 'q/b' }), true);
    await turns.recover(3);
    const expected = ['0 p/a answer failed 1 1', '0 q/b answer unknown 1 1', '1 p/a answer failed 1 1'];
    assert.deepEqual(await counted(), expected);
    assert.equal(await turns.noteCalls({ ...noted, calls: both, next: 'q/b' }), false);
  });

  it('of each attempt of a job are counted, and of its last one only what is its own', async () => {
    client = await createClient(database);
    const job = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
    for (const attempt of [1, 2]) {
      const worker = await startProcess();
      await turns.claim('standard', worker, 1);
      if (attempt === 1) {
        const calls = [buildCall('p/a', { outcome: 'failed' })];
        await turns.noteCalls({ clientId: client.id, turnId: job.turnId, attempt, calls, next: 'p/a' });
        await database.query(`update turns set started_at = started_at - interval '1 day' where id = $1`, [
          job.turnId,
        ]);
      }
      await turns.unregister(worker);
      await turns.recover(3);
    }
    const worker = await startProcess();
    const [claimed] = await turns.claim('standard', worker, 1);
    assert.equal(claimed?.attempt, 3);
    const end = buildFinish(
      { ...job, clientId: client.id, attempt: 3 },
      { calls: [buildCall('p/a', tokens)] },
    );
    assert.equal(await turns.finish(end), 'stored');
    assert.deepEqual(await counted(), [
      '0  answer unknown 1 1',
      '0 p/a answer completed 1 0 10 4 2 3',
      '0 p/a answer failed 1 1',
      '0 p/a answer unknown 1 1',
    ]);
  });

  it('of a job that its process gives back are those that it describes', async () => {
    client = await createClient(database);
    const job = await startTurn(turns, client, ownerIn(client), { kind: 'job' });
    await turns.claim('standard', await startProcess(), 1);
    await turns.release(client.id, job.turnId, 1, [buildCall('p/a', { outcome: 'cut', inputTokens: 5 })]);
    assert.deepEqual(await counted(), ['0 p/a answer cut 1 1 5']);
    await turns.cancel(ownerIn(client), job.turnId);
    assert.deepEqual(await counted(), ['0 p/a answer cut 1 1 5'], 'a turn that waits calls nothing');
  });

  it('for a title are unknown until their end, which counts on the same day', async () => {
    client = await createClient(database);
    const titles = new PostgresTitleStore(database);
    const call = { clientId: client.id, agentSlug: 'assistant', model: 'p/a' };
    const begun = await titles.callBegins(call);
    assert.deepEqual(await counted(), ['0 p/a title unknown 1 1']);
    await titles.callEnded(begun, buildCall('p/a', { ...tokens, kind: 'title' }));
    assert.deepEqual(await counted(), ['0 p/a title completed 1 0 10 4 2 3']);
    await titles.callEnded(await titles.callBegins(call), null);
    assert.deepEqual(await counted(), ['0 p/a title completed 1 0 10 4 2 3'], 'it never left the process');
  });

  it('give a day its row of usage, when nothing was charged on it', async () => {
    const turn = await running();
    const calls = [buildCall('p/a', { sentAt: performance.now() - dayMs })];
    await turns.finish(buildFinish(turn, { calls }));
    await new PostgresProcessReportStore(database).foldUsage();
    assert.deepEqual(
      await database.query(
        'select (utc_day() - day) as days, requests from usage_clients where client_id = $1 order by day',
        [client.id],
      ),
      [
        { days: 1, requests: 0 },
        { days: 0, requests: 1 },
      ],
    );
  });

  async function startProcess(): Promise<string> {
    const id = randomUUID();
    await turns.register(id, 60_000, 5);
    return id;
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A job that begins again has not called anything yesterday',
    file: 'database/functions/7-claim.sql',
    replace: "calls = case when started_at is not null then unknown_call('', utc_day()) end",
    by: 'calls = null',
  },
  {
    rule: 'Each turn of a batch has calls of its own',
    file: 'database/functions/8-endings.sql',
    replace: 'from ended e cross join lateral call_entries(e.client_id, e.agent_slug, e.calls) c',
    by: 'from ended e cross join lateral call_entries(e.client_id, e.agent_slug, p_calls[1]) c',
  },
  {
    rule: 'The calls of a job that is given back are counted',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: 'return described === null ? [] : [{ text: callsSql, values: [...idOf(key), described] }];',
    by: 'return [];',
  },
  {
    rule: 'A waiting turn has called nothing',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: "if (state !== 'running') return [];",
    by: '',
  },
  {
    rule: 'An attempt that was replaced may not call anything more',
    file: 'database/functions/13-calls.sql',
    replace: " and attempt = p_attempt and state = 'running';",
    by: ';',
  },
  {
    rule: 'What was noted is counted when the process dies',
    file: 'database/functions/13-calls.sql',
    replace: 'coalesce(t.calls, unknown_call(',
    by: 'coalesce(null, unknown_call(',
  },
  {
    rule: 'A day with calls alone has a row of usage',
    file: 'src/adapters/postgres/numbers/fold-calls.ts',
    replace: 'where exists (select from clients c where c.id = t.client_id)',
    by: 'where false',
  },
  {
    rule: 'Calls of an answer that another question waits for are counted',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: 'firstTextsOf([finish]), callsOf([finish])],',
    by: 'firstTextsOf([finish]), null],',
  },
  {
    rule: 'The calls of a process that died are counted',
    file: 'src/adapters/postgres/turns/ending-statements.ts',
    replace: 'if (calls === null) return [{ text: lostCallsSql, values: idOf(key) }];',
    by: 'if (calls === null) return [];',
  },
];
