/**
 * Jobs of one client through the stores, at a steady rate, and what the server reads and works for their steps.
 * `DATABASE_URL=… node bench/programs/paced-jobs.ts --seconds 600 --per-second 100 --windows 20 --hold 1` prints the
 * windows of the run, beside a snapshot that is held open with `--hold 1`. Needs PostgreSQL 18, which counts what a
 * single connection reads.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Database } from '#adapters/postgres/database/database.ts';
import { migrate } from '#adapters/postgres/schema/migrate.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { buildAdmission, insertClient } from '../support/admissions.ts';
import { processUsage } from '../support/process-usage.ts';

const WARM_UP_JOBS = 500;
const number = { type: 'string', default: '0' } as const;
const { values } = parseArgs({
  options: { seconds: number, 'per-second': number, windows: number, hold: number },
});
const connectionString = process.env['DATABASE_URL'] ?? '';
await migrate({ connectionString });
const [admissions, claims, ends] = [openStore(), openStore(), openStore()];
const client = await insertClient(admissions.database);
const worker = randomUUID();
await admissions.store.register(worker, 86_400_000, 1);
/** The end of the last job, which may wait some milliseconds for others while the next job begins. */
let ending: Promise<unknown> = Promise.resolve();

const windows = Number(values.windows);
const intervalMs = 1_000 / Number(values['per-second']);
const turns = Math.ceil((Number(values.seconds) * 1_000) / intervalMs / windows);
// Code and plans are made before anything counts.
for (let nth = 0; nth < WARM_UP_JOBS; nth += 1) await runJob();
const reader = await holdSnapshot(values.hold === '1');
const measured = [];
for (let nth = 0; nth < windows; nth += 1) measured.push(await runWindow());
await reader.end();
process.stdout.write(`${JSON.stringify(measured)}\n`);
for (const { database } of [admissions, claims, ends]) await database[Symbol.asyncDispose]();

/** A store with one connection, which is a process of the server. */
function openStore() {
  const database = new Database({ connectionString, connections: 1 });
  return { database, store: new PostgresTurnStore(database, { notify: () => Promise.resolve() }) };
}

async function runWindow() {
  const before = await Promise.all([admissions, claims].map(usageOf));
  const startedAt = performance.now();
  for (let nth = 0; nth < turns; nth += 1) {
    const dueAt = startedAt + nth * intervalMs;
    if (dueAt > performance.now()) await delay(dueAt - performance.now());
    await runJob();
  }
  await ending;
  const after = await Promise.all([admissions, claims].map(usageOf));
  const [admission, claim] = after.map((usage, index) => ({
    blocks: (usage.blocks - (before[index]?.blocks ?? 0)) / turns,
    cpuMs: (usage.cpuMs - (before[index]?.cpuMs ?? 0)) / turns,
  }));
  return { admission, claim };
}

async function runJob(): Promise<void> {
  const { status } = await admissions.store.admit(buildAdmission(client, 'user', { kind: 'job' }));
  if (status !== 'admitted') throw new Error(`a job was refused: ${status}`);
  const [turn] = await claims.store.claim('standard', worker, 1);
  if (turn === undefined) throw new Error('no job was found');
  await ending;
  ending = ends.store.finish({
    ...turn,
    turnId: turn.id,
    textFrom: 0,
    state: 'completed',
    text: 'An answer',
    finishReason: 'stop',
    errorCode: null,
    refund: false,
    flushed: false,
    model: null,
    inputTokens: null,
    outputTokens: null,
    firstTextMs: null,
    calls: [],
    sources: { citations: null, links: null },
  });
}

async function usageOf({ database }: { readonly database: Database }) {
  await database.query('select pg_stat_force_next_flush()');
  const [row] = await database.query<{ pid: number; blocks: number }>(
    `select pg_backend_pid() as pid, (select sum(coalesce(hits, 0) + coalesce(reads, 0))::float
       from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation') as blocks`,
  );
  if (row === undefined) throw new Error('nothing was counted');
  return { blocks: row.blocks, cpuMs: processUsage(row.pid).cpuMs };
}

async function holdSnapshot(isHeld: boolean) {
  const connection = new pg.Client(connectionString);
  await connection.connect();
  if (isHeld) {
    await connection.query('begin isolation level repeatable read');
    await connection.query('select count(*) from turns');
  }
  return connection;
}
