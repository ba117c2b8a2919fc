import { setTimeout as delay } from 'node:timers/promises';
import type { Contender } from './contenders/contender.ts';
import type { LoadProfile, LoadResult, Pattern } from './load/profile.ts';
import { runLoad } from './support/run-load.ts';

export interface Measured {
  readonly load: LoadResult;
  readonly serverCpuMsPerTurn: number;
  readonly databaseCpuMsPerTurn: number;
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
  const before = { server: contender.server().cpuMs, database: contender.database().cpuMs };
  const load = await runLoad(profileOf(contender, pattern, expectedDigest));
  await delay(AFTERWORK_MS);
  const server = contender.server();
  return {
    load,
    serverCpuMsPerTurn: (server.cpuMs - before.server) / load.completed,
    databaseCpuMsPerTurn: (contender.database().cpuMs - before.database) / load.completed,
    turnsPerSecond: (load.completed * 1000) / load.wallMs,
    serverResidentKb: server.residentKb,
  };
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
