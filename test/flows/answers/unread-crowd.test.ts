import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSlowReader } from '#test/reading/slow-reader.ts';
import { until } from '#test/reading/until.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody } from '#test/world/partner.ts';

/** Each may wait to be stored up to a megabyte by itself, which together is more than this heap. */
const readers = 100;
const heapMegabytes = 96;
/** A heap that fills did so long before. */
const storedEnough = 32;
const answer = 'openai/mock:deltas=2048,length=4096';

test('a hundred readers that read nothing of long answers do not fill a small heap, and give their turns back', async () => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
  await using api = await openApi({ env });
  const service = api.serviceOf();
  const partner = await api.partner({ model: answer });
  let hasEnded = false;
  void service.exited.then(() => {
    hasEnded = true;
  });
  const sent = Array.from({ length: readers }, (_, index) =>
    openSlowReader(api.portOf(), partner.key, chatBody({ context: { external_user_id: `user-${index}` } })),
  );
  await until(() => hasEnded || api.provider.received === readers);
  await until(async () => hasEnded || (await storedMegabytes(api)) > storedEnough);
  assert.equal(hasEnded, false, service.stderr().slice(-2_000));
  for (const reader of sent) reader.leave();
  await until(async () => (await running(api)) === 0);
  assert.equal(hasEnded, false);
});

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
