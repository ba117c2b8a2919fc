import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { JobAccepted } from '#contract/jobs.ts';
import { mockText } from '#test/mock/mock-scenario.ts';
import { openSlowReader } from '#test/reading/slow-reader.ts';
import { until } from '#test/reading/until.ts';
import { storeTool } from '#test/tools/stored-tool.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { openJobWorld } from '#test/world/job-world.ts';
import { chatBody } from '#test/world/partner.ts';
import type { TestService } from '#test/world/process.ts';

const megabyte = 1024 * 1024;
const deltas = 112;
const length = 64 * 1024;
const answerBytes = Buffer.byteLength(mockText(deltas, length));
const model = `deltas=${deltas},pace=20,length=${length}`;

describe('the memory of a process', () => {
  /** Where memory is plentiful, garbage is collected late and says nothing about what the process holds. */
  for (const agents of [[], ['assistant']]) {
    const where = agents.length === 0 ? '' : ', where their model may ask for tools';
    it(`grows by three times the bytes of its answers at most, twenty of seven megabytes at once${where}`, async () => {
      await using world = await openJobWorld();
      const service = await world.start({ env: { NODE_OPTIONS: '--max-old-space-size=160' } });
      const caller = await world.caller(service, { model });
      await storeTool(world.database, { id: caller.clientId }, agents);
      await caller.untilFinal((await caller.enqueue()).job_uuid);
      assert.equal('tools' in (world.mock.calls[0]?.body ?? {}), agents.length > 0);
      const before = startOfPeak(service);
      const jobs = await Promise.all(Array.from({ length: 20 }, () => caller.enqueue()));
      for (const { job_uuid } of jobs) {
        assert.equal((await caller.untilFinal(job_uuid, 300)).status, 'completed');
      }
      const grown = peak(service) - before;
      console.log(`20 answers of ${inMegabytes(answerBytes)} MB${where}: ${inMegabytes(grown)} MB more`);
      assert.ok(grown <= 3 * 20 * answerBytes, `${inMegabytes(grown)} MB more`);
      const { text } = await caller.output(jobs[0]?.job_uuid ?? '');
      assert.equal(Buffer.byteLength(text), answerBytes);
    });
  }

  it('does not fill with what readers do not take, who are cut, while the process keeps its turns', async () => {
    await using world = await openJobWorld();
    const service = await world.start({ limits: { reader_stall_ms: 10_000 } });
    const caller = await world.caller(service, { model });
    const waiting = await world.caller(service, { model: 'stall=1' });
    const { job_uuid } = await waiting.enqueue();
    await waiting.untilRunning(job_uuid);
    const before = startOfPeak(service);
    const [row] = await world.database.query<{ id: string }>(
      'select process_id as id from turns where id = $1',
      [job_uuid],
    );
    const readers = Array.from({ length: 60 }, (_, index) =>
      openSlowReader(Number(new URL(service.origin).port), caller.apiKey, {
        prompt: 'A question',
        context: { external_user_id: `user-${index}` },
      }),
    );
    await untilEnded(world.database, 60);
    const grown = peak(service) - before;
    console.log(`60 readers that take nothing: ${inMegabytes(grown)} MB more`);
    assert.ok(grown <= 2 * 60 * answerBytes, `${inMegabytes(grown)} MB more`);
    const held = await world.database.query('select 1 from turns where state = $1 and process_id = $2', [
      'running',
      row?.id,
    ]);
    assert.equal(held.length, 1, 'the process lost its turns');
    await Promise.all(readers.map((reader) => reader.readInSteps(megabyte, 0)));
  });

  /**
   * On loopback the kernel takes 2.7 MB for each reader before one lags, so none of so many is cut in this time for
   * reading nothing: what they hold goes through the process slowly instead. test/flows/answers/unread-crowd.test.ts
   * has fewer, which are cut.
   */
  it('stays small with two hundred readers that take nothing, while others are answered, until they leave', async () => {
    await using api = await openApi({ env: { NODE_OPTIONS: '--max-old-space-size=96' } });
    const service = api.serviceOf();
    const partner = await api.partner({ model: 'openai/mock:deltas=2048,length=4096' });
    const other = await api.partner();
    let hasEnded = false;
    void service.exited.then(() => {
      hasEnded = true;
    });
    const readers = Array.from({ length: 200 }, (_, index) =>
      openSlowReader(api.portOf(), partner.key, chatBody({ context: { external_user_id: `user-${index}` } })),
    );
    await until(() => hasEnded || api.provider.received === readers.length, 180);
    assert.equal(hasEnded, false, service.stderr().slice(-2_000));
    const tookMs: number[] = [];
    while ((await storedBytes(api)) < 64 * megabyte) {
      const sentAt = performance.now();
      const { status, text } = await other.send();
      assert.deepEqual([status, text], [200, mockText(5)]);
      tookMs.push(performance.now() - sentAt);
    }
    assert.equal((await statesOf(api)).get('running'), readers.length);
    const leftAt = performance.now();
    for (const reader of readers) reader.leave();
    await until(async () => !(await statesOf(api)).has('running'), 180);
    const restMs = performance.now() - leftAt;
    const accepted: JobAccepted = JSON.parse((await other.post('/jobs', chatBody())).text);
    assert.equal((await other.finalJob(accepted.job_uuid)).status, 'completed');
    assert.equal((await statesOf(api)).get('cancelled'), readers.length);

    const [most, slowest] = [inMegabytes(peak(service)), Math.max(...tookMs)];
    console.log(
      `200 readers that take nothing: ${most} MB; ${tookMs.length} other answers, the slowest in ` +
        `${Math.round(slowest)} ms; all places free ${Math.round(restMs)} ms after they left`,
    );
    assert.ok(most <= 400, `${most} MB`);
    assert.ok(slowest < 15_000, `${slowest} ms`);
    assert.ok(restMs < 15_000, `${restMs} ms`);
  });
});

async function storedBytes({ database }: Api): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::float as bytes
     from (select max(byte_offset) as bytes from turn_output group by turn_id) o`,
  );
  return row?.bytes ?? 0;
}

/** State of turns → how many. */
async function statesOf({ database }: Api): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ state: string; turns: number }>(
    'select state, count(*)::int as turns from turns group by state',
  );
  return new Map(rows.map(({ state, turns }) => [state, turns]));
}

async function untilEnded(
  database: { query<Row extends object>(text: string): Promise<Row[]> },
  count: number,
): Promise<void> {
  await until(async () => {
    const [row] = await database.query<{ ended: number }>(
      `select count(*)::int as ended from turns where door = 'stream' and state not in ('queued', 'running')`,
    );
    return (row?.ended ?? 0) >= count;
  }, 180);
}

/** Resident bytes now, from which the peak is counted. */
function startOfPeak({ pid }: TestService): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return statusOf(pid, 'VmRSS');
}

function peak({ pid }: TestService): number {
  return statusOf(pid, 'VmHWM');
}

function statusOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (match === null) throw new Error(`no ${name}`);
  return Number(match[1]) * 1024;
}

function inMegabytes(bytes: number): number {
  return Math.round(bytes / megabyte);
}
