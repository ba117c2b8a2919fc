import { type BenchCase, type CaseOutcome, type Effort, type Finding, requestsFor } from '../case.ts';
import type { Contender } from '../contenders/contender.ts';
import { type MockProvider, startMock } from '../contenders/mock.ts';
import { startParley, startParleyBeside } from '../contenders/parley.ts';
import { startPipe } from '../contenders/stateless.ts';
import { type Cost, measureTogether } from '../measure.ts';
import { rotated } from '../rounds.ts';
import { holdPostgres } from '../support/postgres.ts';
import { ratesOf, runRate } from '../support/run-rate.ts';
import type { Rate } from '../support/saturate.ts';
import { ratios } from '../support/statistics.ts';
import { pacedLoad, pacedShape } from './paced-turns.ts';

const OUTSTANDING = 256;
/** Until both programs have started and wait for their common beginning. */
const STARTING_MS = 3_000;

/** How many processes share the load. */
const SIZES = [1, 2, 4] as const;
type Size = (typeof SIZES)[number];

interface Side {
  readonly size: Size;
  readonly of: 'parley' | 'pipe';
  readonly processes: readonly Contender[];
  /** One for each round. */
  readonly costs: Cost[];
}

type CostOf = (of: Side['of'], size: Size) => number[];

export const p16: BenchCase = {
  id: 'p16',
  title: 'Two and four processes on one database against one, with the same load in all',
  async run(effort) {
    const turns = await costOfTurns(effort);
    const admissions = await hotClient(effort);
    return {
      findings: [...turns.findings, ...admissions.findings],
      raw: { turns: turns.raw, admissions: admissions.raw },
    };
  },
};

/**
 * The paced turns of P1, spread evenly over several processes. A process with less to do gathers less, so that each
 * read and write costs more; what a pipe pays for that is no cost of sharing a database.
 */
async function costOfTurns(effort: Effort): Promise<CaseOutcome> {
  await using parts = new AsyncDisposableStack();
  const mock = parts.use(await startMock(pacedShape));
  const { warmUp, pattern } = pacedLoad(effort);
  const pipes: Contender[] = [];
  for (const _ of range(Math.max(...SIZES))) pipes.push(parts.use(await startPipe(mock)));
  const sides: Side[] = [];
  for (const size of SIZES) {
    sides.push({ size, of: 'parley', processes: await startTogether(size, mock, parts), costs: [] });
    // A pipe that has nothing to do costs nothing, so the sizes share them.
    sides.push({ size, of: 'pipe', processes: pipes.slice(0, size), costs: [] });
  }
  // The whole of it for each process: every one compiles its own code.
  for (const one of new Set(sides.flatMap(({ processes }) => processes)))
    await measureTogether([one], warmUp, mock.digest);
  for (let round = 0; round < effort.rounds; round += 1)
    for (const { processes, costs } of rotated(sides, round))
      costs.push(await measureTogether(processes, pattern, mock.digest));
  const costOf: CostOf = (of, size) =>
    sides.filter((side) => side.of === of && side.size === size).flatMap(({ costs }) => costs.map(wholeCost));
  return {
    findings: SIZES.flatMap((size) => findingsOf(size, costOf)),
    raw: sides.map(({ size, of, costs }) => ({ size, of, costs })),
  };
}

function findingsOf(size: Size, costOf: CostOf): Finding[] {
  const finding = { case: 'p16', goal: null } as const;
  const words = size === 1 ? 'one process' : `${size} processes`;
  const absolute: Finding[] = [
    { ...finding, what: `CPU per turn, ${words}`, unit: 'ms', values: costOf('parley', size) },
    { ...finding, what: `CPU per stream of the pipe, ${words}`, unit: 'ms', values: costOf('pipe', size) },
  ];
  if (size === 1) return absolute;
  const [parley, pipe] = [
    ratios(costOf('parley', size), costOf('parley', 1)),
    ratios(costOf('pipe', size), costOf('pipe', 1)),
  ];
  const what = `CPU per turn, service and PostgreSQL, ${words} / one`;
  return [
    {
      case: 'p16',
      what: `${what}, divided by the same of the pipe`,
      unit: '×',
      values: ratios(parley, pipe),
      goal: { atMost: 1.1 },
    },
    { ...finding, what, unit: '×', values: parley },
    { ...finding, what: `CPU per stream of the pipe, ${words} / one`, unit: '×', values: pipe },
    ...absolute,
  ];
}

/** On one database of their own. */
async function startTogether(
  size: Size,
  mock: MockProvider,
  parts: AsyncDisposableStack,
): Promise<Contender[]> {
  const first = parts.use(await startParley(mock));
  const others: Contender[] = [];
  for (const _ of range(size - 1)) others.push(parts.use(await startParleyBeside(first, mock)));
  return [first, ...others];
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
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
