import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { PostgresErasureWriter } from '#adapters/postgres/people/erasure-writer.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { create, env, scopes, sendTest } from '#test/webhooks/endpoint.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { createClient, ownerIn, startTurn } from '#test/world/factories.ts';

/** Every chore also looks by itself, ten seconds after it last did. */
const promptMs = 6_000;

describe('What waits for any process is noticed within seconds, without a notification', () => {
  let api: Api;
  before(async () => {
    api = await openApi({ env });
  });
  after(() => api[Symbol.asyncDispose]());

  /** What comes first begins the ten seconds, so that the second would have to wait for them. */
  async function isPrompt(work: (time: number) => Promise<void>): Promise<void> {
    await work(1);
    await heartbeats();
    const startedAt = performance.now();
    await work(2);
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs < promptMs, `${tookMs} ms`);
  }

  /** Two heartbeats pass: what comes now meets a process at rest. */
  async function heartbeats(): Promise<void> {
    const lease = async () => {
      const [row] = await api.database.query<{ seconds: number }>(
        'select extract(epoch from max(lease_until))::float as seconds from processes',
      );
      return row?.seconds ?? 0;
    };
    const begun = await lease();
    await until(async () => (await lease()) > begun + 2);
  }

  test('a job', async () => {
    const silent = new PostgresTurnStore(api.database, { notify: () => Promise.resolve() });
    const client = await createClient(api.database);
    await isPrompt(async () => {
      const { turnId } = await startTurn(silent, client, ownerIn(client), { kind: 'job' });
      await until(() => hasEnded(turnId));
    });
  });

  test('a turn that belongs to no process', async () => {
    const turns = new PostgresTurnStore(api.database, { notify: () => Promise.resolve() });
    const client = await createClient(api.database);
    // A process that has just started leaves others the time of a lease.
    const lose = async () => {
      const { turnId } = await startTurn(turns, client, ownerIn(client), { processId: randomUUID() });
      await until(() => hasEnded(turnId));
    };
    await isPrompt(lose);
  });

  test('an erasure', async () => {
    const client = await createClient(api.database);
    await isPrompt(async (time) => {
      const userId = `user-${time}`;
      await new PostgresErasureWriter(api.database).begin({ clientId: client.id, userId }, `erased-${time}`);
      await until(
        async () =>
          (await api.database.query('select from erasures where client_id = $1', [client.id])).length === 0,
      );
    });
  });

  test('a delivery', async () => {
    await using receiver = await startReceiver();
    const partner = await api.partner({ scopes });
    const { id } = await create(partner, receiver);
    await isPrompt(async (time) => {
      await sendTest(partner, id, receiver, time);
    });
  });

  async function hasEnded(turnId: string): Promise<boolean> {
    const [turn] = await api.database.query<{ state: string }>('select state from turns where id = $1', [
      turnId,
    ]);
    return turn?.state === 'completed' || turn?.state === 'failed';
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A process that finds jobs waiting tries to claim one',
    file: 'src/app/start-turns.ts',
    replace: 'if (due.queued) worker?.wake();',
    by: '',
  },
  {
    rule: 'A process that finds turns of dead processes recovers them',
    file: 'src/app/start-turns.ts',
    replace: 'process.workIsDue(due);',
    by: '',
  },
  {
    rule: 'A process that finds an erasure due continues it',
    file: 'src/app/start-turns.ts',
    replace: 'if (due.erasures) chores.wake();',
    by: '',
  },
  {
    rule: 'A process that finds deliveries due sends them',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'if (areDue) courier.wake();',
    by: 'void areDue;',
  },
];
