import { setTimeout as delay } from 'node:timers/promises';
import type { Contender } from './contenders/contender.ts';
import type { ClosedPattern, LoadProfile, LoadResult, Pattern } from './load/profile.ts';
import { runLoad } from './support/run-load.ts';

/** CPU milliseconds per turn, by role. */
export interface Cost {
  readonly serverCpuMsPerTurn: number;
  readonly databaseCpuMsPerTurn: number;
}

export interface Measured extends Cost {
  readonly load: LoadResult;
  readonly turnsPerSecond: number;
  readonly serverResidentKb: number;
}

/** Work that a server does after the last byte belongs to the turns too. */
const AFTERWORK_MS = 500;

let requestsSoFar = 0;

/** Sends the load and reads the CPU time of every role before and after it: the whole cost of exactly these turns. */
export async function measure(
  contender: Contender,
  pattern: Pattern,
  expectedDigest: number | null,
): Promise<Measured> {
  const { result: load, cost } = await whileMetered([contender], async () => {
    const result = await runLoad(profileOf(contender, pattern, expectedDigest));
    return { result, turns: result.completed };
  });
  return {
    ...cost,
    load,
    turnsPerSecond: (load.completed * 1000) / load.wallMs,
    serverResidentKb: contender.server().residentKb,
  };
}

/** The same load in parts, one for each of several processes at the same time. */
export async function measureTogether(
  contenders: readonly Contender[],
  pattern: ClosedPattern,
  expectedDigest: number | null,
): Promise<Cost> {
  const share = {
    ...pattern,
    requests: Math.ceil(pattern.requests / contenders.length),
    concurrency: Math.ceil(pattern.concurrency / contenders.length),
  };
  const { cost } = await whileMetered(contenders, async () => {
    const loads = contenders.map((one) => runLoad(profileOf(one, share, expectedDigest)));
    const results = await Promise.all(loads);
    return { result: results, turns: results.reduce((sum, { completed }) => sum + completed, 0) };
  });
  return cost;
}

async function whileMetered<T>(
  contenders: readonly Contender[],
  work: () => Promise<{ readonly result: T; readonly turns: number }>,
): Promise<{ readonly result: T; readonly cost: Cost }> {
  const sum = (role: 'server' | 'database') =>
    contenders.reduce((total, contender) => total + contender[role]().cpuMs, 0);
  const before = { server: sum('server'), database: sum('database') };
  const { result, turns } = await work();
  await delay(AFTERWORK_MS);
  const cost = {
    serverCpuMsPerTurn: (sum('server') - before.server) / turns,
    databaseCpuMsPerTurn: (sum('database') - before.database) / turns,
  };
  return { result, cost };
}

/** No two requests of one run have the same number. */
export function profileOf(
  contender: Pick<Contender, 'target'>,
  pattern: Pattern,
  expectedDigest: number | null,
): LoadProfile {
  const firstNumber = requestsSoFar;
  requestsSoFar += pattern.requests;
  return { target: contender.target, pattern, firstNumber, expectedDigest };
}
