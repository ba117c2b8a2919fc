import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/database/database.ts';
import { recount } from '#test/knowledge/recount.ts';
import { type Answered, readAnswer } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import { openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { openReplaceableApi } from '#test/world/replaceable-api.ts';

const scopes = ['chat', 'knowledge'];
const words = Array.from({ length: 400 }, (_, n) => `word${n}x`);

/** A document of parts that share most of their words with any other, in another order. */
function textOf(seed: number, parts: number): string {
  const part = (n: number) =>
    Array.from({ length: 60 }, (_, at) => words[(at * (seed + 7) + n * 13) % words.length]).join(' ');
  return Array.from({ length: parts }, (_, n) => `## Part ${n} of ${seed}\n\n${part(n)}.`).join('\n\n');
}

function send(
  partner: Partner,
  method: string,
  id: string,
  process: number,
  body?: string,
): Promise<Answered> {
  const path = `/agents/assistant/documents/${id}`;
  const headers = { 'content-type': 'text/markdown' };
  return partner
    .request(method, path, body, { process, ...(body !== undefined && { headers }) })
    .then(readAnswer);
}

async function deadlocksOf(database: Database): Promise<number> {
  const [row] = await database.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
}

describe('Documents', () => {
  it('of one corpus are written by two processes at once without a deadlock', {
    timeout: 600_000,
  }, async (t) => {
    await using api = await openApi({ processes: 2 });
    const partner = await api.partner({ scopes });
    for (let round = 0; round < 30; round++) {
      const puts = [0, 1, 2, 3].map((nth) =>
        send(partner, 'PUT', `document-${nth}`, nth % 2, textOf(round * 4 + nth, 40)),
      );
      for (const { status, text } of await Promise.all(puts)) assert.ok(status < 300, text);
    }
    const deadlocks = await deadlocksOf(api.database);
    t.diagnostic(`${deadlocks} deadlocks in 30 rounds`);
    assert.equal(deadlocks, 0);
    assert.deepEqual(await recount(api.database), []);
  });

  it('are whole, or as they were, after kills in the middle of their change', {
    timeout: 600_000,
  }, async (t) => {
    await using replaceable = await openReplaceableApi(1, {});
    const { api } = replaceable;
    const partner = await api.partner({ scopes });
    let lost = 0;
    for (let kill = 0; kill < 25; kill++) {
      await send(partner, 'PUT', 'stays', 0, textOf(kill, 30));
      const isPut = kill % 2 === 0;
      const changing = send(
        partner,
        isPut ? 'PUT' : 'DELETE',
        'large',
        0,
        isPut ? textOf(kill, 800) : undefined,
      );
      const answered = changing.catch(() => null);
      await delay(20 + kill * 25);
      await replaceable.replace(0);
      if ((await answered) === null) lost++;
      // The server notices a moment later that the process is gone, and rolls back.
      await until(async () => (await recount(api.database)).length === 0, 20);
      const left = await send(partner, 'GET', 'large', 0);
      assert.ok([200, 404].includes(left.status), left.text);
    }
    t.diagnostic(`${lost} of 25 answers were lost`);
    assert.ok(lost > 0, 'no change was interrupted');
  });
});
