import { type BenchCase, type CaseOutcome, type Effort, requestsFor } from '../case.ts';
import { startMock } from '../contenders/mock.ts';
import { startParley, startParleyBeside } from '../contenders/parley.ts';
import { type Cost, measureTogether } from '../measure.ts';
import { holdPostgres } from '../support/postgres.ts';
import { ratesOf, runRate } from '../support/run-rate.ts';
import type { Rate } from '../support/saturate.ts';
import { ratios } from '../support/statistics.ts';
import { pacedLoad, pacedShape } from './paced-turns.ts';

const OUTSTANDING = 256;
/** Until both programs have started and wait for their common beginning. */
const STARTING_MS = 3_000;

export const p16: BenchCase = {
  id: 'p16',
  title: 'Two processes on one database against one, with the same load in all',
  async run(effort) {
    const turns = await costOfTurns(effort);
    const admissions = await hotClient(effort);
    return {
      findings: [...turns.findings, ...admissions.findings],
      raw: { turns: turns.raw, admissions: admissions.raw },
    };
  },
};

/** The paced turns of P1, half of them at each of two processes. */
async function costOfTurns(effort: Effort): Promise<CaseOutcome> {
  await using parts = new AsyncDisposableStack();
  const mock = parts.use(await startMock(pacedShape));
  const alone = [parts.use(await startParley(mock))];
  const first = parts.use(await startParley(mock));
  const both = [first, parts.use(await startParleyBeside(first, mock))];
  const { warmUp, pattern } = pacedLoad(effort);
  // The whole of it for each process: every one compiles its own code.
  for (const one of [...alone, ...both]) await measureTogether([one], warmUp, mock.digest);
  const one: Cost[] = [];
  const two: Cost[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    one.push(await measureTogether(alone, pattern, mock.digest));
    two.push(await measureTogether(both, pattern, mock.digest));
  }
  const finding = { case: 'p16', goal: null, unit: 'ms' } as const;
  return {
    findings: [
      {
        case: 'p16',
        what: 'CPU per turn, service and PostgreSQL, two processes / one',
        unit: '×',
        values: ratios(two.map(wholeCost), one.map(wholeCost)),
        goal: { atMost: 1.05 },
      },
      { ...finding, what: 'CPU per turn, one process', values: one.map(wholeCost) },
      { ...finding, what: 'CPU per turn, two processes', values: two.map(wholeCost) },
    ],
    raw: { one, two },
  };
}

function wholeCost({ serverCpuMsPerTurn, databaseCpuMsPerTurn }: Cost): number {
  return serverCpuMsPerTurn + databaseCpuMsPerTurn;
}

/** Admissions in process, as in P5: as many outstanding in all, from one program or from two at the same time. */
async function hotClient(effort: Effort): Promise<CaseOutcome> {
  await using postgres = await holdPostgres();
  const requests = requestsFor(effort, 20_000, OUTSTANDING);
  const admit = (share: number, startAt: number) =>
    runRate('admissions', postgres.url, {
      requests: Math.ceil(requests / share),
      concurrency: OUTSTANDING / share,
      startAt,
    });
  const one: Rate[] = [];
  const two: Rate[] = [];
  for (let round = 0; round <= effort.rounds; round += 1) {
    one.push(await admit(1, 0));
    const startAt = Date.now() + STARTING_MS;
    two.push(together(await Promise.all([admit(2, startAt), admit(2, startAt)])));
  }
  // The first round warms the server up.
  const [ones, twos] = [one.slice(1), two.slice(1)];
  const slowest = (of: readonly Rate[]) => of.map(({ p99Ms }) => p99Ms);
  const finding = { case: 'p16', goal: null } as const;
  return {
    findings: [
      {
        case: 'p16',
        what: 'admissions per second of one client, two processes / one',
        unit: '×',
        values: ratios(ratesOf(twos), ratesOf(ones)),
        goal: { atLeast: 0.9 },
      },
      {
        case: 'p16',
        what: 'p99 of an admission, two processes / one',
        unit: '×',
        values: ratios(slowest(twos), slowest(ones)),
        goal: { atMost: 2 },
      },
      { ...finding, what: 'admissions per second, one process', unit: '/s', values: ratesOf(ones) },
      { ...finding, what: 'admissions per second, two processes', unit: '/s', values: ratesOf(twos) },
      { ...finding, what: 'p99 of an admission, one process', unit: 'ms', values: slowest(ones) },
      { ...finding, what: 'p99 of an admission, two processes', unit: 'ms', values: slowest(twos) },
    ],
    raw: { one, two },
  };
}

function together(rates: readonly Rate[]): Rate {
  return {
    perSecond: rates.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...rates.map(({ p99Ms }) => p99Ms)),
  };
}
