import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import { type Footprint, footprintOf, openTransactionsOf } from './fault-footprint.ts';
import type { NamedService } from './fault-services.ts';

const restMs = 60_000;
/** Connections to the database that a process may keep for later. */
const spareDescriptors = 20;
/** Compiled code, and buffers that are kept for later. */
const spareMegabytes = 30;

/** Waits until every turn is final: none may be left running. */
export async function settle(database: Queryable, logs: () => string, patienceMs = restMs): Promise<void> {
  const left = () =>
    countOf(database, `select count(*)::int as number from turns where state in ('queued', 'running')`);
  const isOver = await isReached(async () => (await left()) === 0, patienceMs);
  assert.ok(isOver, `${await left()} turns never ended\n${logs()}`);
}

/** A process that is alone must be able to use all its slots at once: a lost one would stay lost. */
export async function slotsAreBack(database: Queryable, slots: number, patienceMs = restMs): Promise<void> {
  const running = `select count(*)::int as number from turns where state = 'running' and door = 'job'`;
  const isFull = await isReached(async () => (await countOf(database, running)) === slots, patienceMs);
  assert.ok(isFull, 'a worker slot was lost');
}

/** Nothing that the load used may be kept: neither sockets, nor connections in use, nor memory. */
export async function nothingIsKept(
  database: Queryable,
  { name, service }: NamedService,
  before: Footprint | null,
  patienceMs = restMs,
): Promise<Footprint | null> {
  const hasNoneOpen = await isReached(
    async () => (await openTransactionsOf(database, name)) === 0,
    patienceMs,
  );
  assert.ok(hasNoneOpen, 'a transaction stayed open');
  if (before === null) return null;
  const isSmall = await isReached(async () => isNear(before, await footprintOf(service)), patienceMs);
  const after = await footprintOf(service);
  assert.ok(isSmall, `more is held than before: ${JSON.stringify({ before, after })}`);
  return after;
}

function isNear(before: Footprint, after: Footprint | null): boolean {
  return (
    after !== null &&
    after.descriptors <= before.descriptors + spareDescriptors &&
    after.megabytes <= before.megabytes + spareMegabytes
  );
}

async function countOf(database: Queryable, sql: string): Promise<number> {
  const [row] = await database.query<{ number: number }>(sql);
  return row?.number ?? 0;
}

async function isReached(look: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if (await look()) return true;
    if (performance.now() >= deadline) return false;
    await delay(100);
  }
}
