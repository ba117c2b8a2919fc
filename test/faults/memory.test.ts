import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { openSlowReader } from '#test/reading/slow-reader.ts';
import { until } from '#test/reading/until.ts';
import { openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

const megabyte = 1024 * 1024;
const deltas = 112;
const length = 64 * 1024;
const answerBytes = deltas * length;
const model = `deltas=${deltas},pace=20,length=${length}`;

describe('the memory of a process', () => {
  it('grows by three times the bytes of its answers at most, twenty of seven megabytes at once', async () => {
    await using world = await openJobWorld();
    const service = await world.start();
    const caller = await world.caller(service, { model });
    await caller.untilFinal((await caller.enqueue()).job_uuid);
    const before = startOfPeak(service);
    const jobs = await Promise.all(Array.from({ length: 20 }, () => caller.enqueue()));
    for (const { job_uuid } of jobs) {
      assert.equal((await caller.untilFinal(job_uuid, 300)).status, 'completed');
    }
    const grown = peak(service) - before;
    console.log(`20 answers of ${inMegabytes(answerBytes)} MB: ${inMegabytes(grown)} MB more`);
    assert.ok(grown <= 3 * 20 * answerBytes, `${inMegabytes(grown)} MB more`);
    const { text } = await caller.output(jobs[0]?.job_uuid ?? '');
    assert.equal(Buffer.byteLength(text), answerBytes);
  });

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
});

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
