import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswer } from '../reading/answered.ts';
import { until } from '../reading/until.ts';
import { openReplaceableApi } from '../world/replaceable-api.ts';
import { tablesWith } from './search-dump.ts';

export interface ErasureLoad {
  readonly people: number;
  /** How often a process is killed and another started. */
  readonly kills: number;
  readonly killEveryMs: number;
}

/**
 * People who send without pause by streams and jobs are erased one after the other while processes are killed. Once
 * the erasures have ended, a search finds nothing of them, and the counts of the client are those of its ledger.
 */
export async function eraseUnderLoad({
  people,
  kills,
  killEveryMs,
}: ErasureLoad): Promise<{ turns: number }> {
  await using replaceable = await openReplaceableApi(2, {});
  const { api } = replaceable;
  const { database } = api;
  const partner = await api.partner({ scopes: ['chat', 'user-data'], model: 'openai/mock:deltas=5,pace=20' });
  const users = Array.from({ length: people }, (_, nth) => `person-${nth}-of-the-load`);
  const ended = new AbortController();

  const send = async (user: string, nth: number) => {
    while (!ended.signal.aborted) {
      const body = { prompt: `words-of-${user}`, context: { external_user_id: user } };
      const options = {
        process: nth % 2,
        headers: { 'idempotency-key': `key-of-${user}-${crypto.randomUUID()}` },
      };
      const route = nth % 3 === 0 ? '/jobs' : '/stream';
      // A process that was killed answers nothing.
      await partner.post(route, body, options).catch(() => delay(50));
    }
  };
  const sending = users.flatMap((user, nth) => [send(user, nth), send(user, nth + 1)]);
  await until(async () => (await tablesWith(database, [users.at(-1) ?? ''])).length > 3);

  const killing = (async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      await delay(killEveryMs);
      await replaceable.replace(kill % 2);
    }
  })();
  await Promise.all(users.map((user, nth) => requestErasure(partner, user, nth)));
  await killing;
  ended.abort();
  await Promise.all(sending);
  // Those who went on sending behind their erasure have begun again: the last erasure is of people who are silent.
  await Promise.all(users.map((user, nth) => requestErasure(partner, user, nth)));
  await until(async () => (await database.query('select from erasures')).length === 0, 120);
  assert.deepEqual(await tablesWith(database, users), []);
  const [sums] = await database.query<Record<'clients' | 'users' | 'ledger' | 'turns', number>>(sumsSql);
  assert.deepEqual([sums?.users, sums?.ledger], [sums?.clients, sums?.clients]);
  return { turns: sums?.turns ?? 0 };

  async function requestErasure({ request }: typeof partner, user: string, nth: number): Promise<void> {
    const path = `/user-data?external_user_id=${user}`;
    await until(async () => {
      const answer = await request
        .call(partner, 'DELETE', path, undefined, { process: nth % 2 })
        .then(readAnswer)
        .catch(() => null);
      return answer?.status === 202;
    });
  }
}

const sumsSql = `select (select sum(requests)::integer from usage_clients) as clients,
  (select sum(requests)::integer from usage_users) as users,
  (select sum(case kind when 'charge' then requests else -requests end)::integer from ledger) as ledger,
  (select count(*)::integer from turns) as turns`;
