import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { openSlowReader, type SlowReader } from '#test/reading/slow-reader.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

/**
 * Each may wait to be stored up to a megabyte by itself, which together is more than this heap has beside what a
 * process of a busy machine has not collected yet.
 */
const readers = 100;
const env = { NODE_OPTIONS: '--max-old-space-size=128' };
/** Their text is more than such a heap may hold until it is stored, too. */
const fewReaders = 8;
/** A heap that fills did so long before. */
const storedEnough = 32;
const answer = 'openai/mock:deltas=2048,length=4096';

test('a hundred readers that read nothing of long answers do not fill a small heap, and give their turns back', async () => {
  await using api = await openApi({ env });
  const service = api.serviceOf();
  const partner = await api.partner({ model: answer });
  let hasEnded = false;
  void service.exited.then(() => {
    hasEnded = true;
  });
  const sent = readNothing(readers, api, partner);
  await until(() => hasEnded || api.provider.received === readers);
  await until(async () => hasEnded || (await storedMegabytes(api)) > storedEnough);
  assert.equal(hasEnded, false, service.stderr().slice(-2_000));
  for (const reader of sent) reader.leave();
  await until(async () => (await running(api)) === 0);
  assert.equal(hasEnded, false);
});

test('readers that read nothing and stay are cut, and give their turns back', async () => {
  await using api = await openApi({ env, config: { limits: { reader_stall_ms: 1_000 } } });
  const sent = readNothing(fewReaders, api, await api.partner({ model: answer }));
  await until(() => api.provider.received === fewReaders);
  await until(async () => (await running(api)) === 0);
  const ends = await api.database.query('select state from turns');
  assert.deepEqual(
    ends,
    sent.map(() => ({ state: 'cancelled' })),
  );
  for (const reader of sent) reader.leave();
});

function readNothing(count: number, api: Api, partner: Partner): SlowReader[] {
  return Array.from({ length: count }, (_, index) =>
    openSlowReader(api.portOf(), partner.key, chatBody({ context: { external_user_id: `user-${index}` } })),
  );
}

async function storedMegabytes({ database }: Api): Promise<number> {
  const [row] = await database.query<{ megabytes: number }>(
    'select coalesce(sum(octet_length(text)) / 1048576, 0)::int as megabytes from turn_output',
  );
  return row?.megabytes ?? 0;
}

async function running({ database }: Api): Promise<number> {
  const [row] = await database.query<{ turns: number }>(
    `select count(*)::int as turns from turns where state = 'running'`,
  );
  return row?.turns ?? 0;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A small heap holds less text',
    file: 'src/app/start-turns.ts',
    replace: 'return Math.min(mostTextBytes, oldBytes / 32);',
    by: 'return Math.max(mostTextBytes, oldBytes / 32);',
  },
];
