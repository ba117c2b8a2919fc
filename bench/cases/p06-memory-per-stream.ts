import { setTimeout as delay } from 'node:timers/promises';
import type { BenchCase, Effort } from '../case.ts';
import type { Contender } from '../contenders/contender.ts';
import { startMock } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { startPipe } from '../contenders/stateless.ts';
import { profileOf } from '../measure.ts';
import type { Starter } from '../side-by-side.ts';
import { holdLoad } from '../support/run-load.ts';
import { ratios } from '../support/statistics.ts';

const STREAMS = 5000;
const OPENED_PER_SECOND = 250;
const SETTLE_MS = 3000;
/** Long enough that no answer ends while the others are being opened. */
const LONG_ANSWER = { deltas: 60, paceMs: 5000 };

export const p06: BenchCase = {
  id: 'p6',
  title: 'Resident memory per open stream, 5,000 open, against a pipe',
  async run(effort) {
    const parley: number[] = [];
    const pipe: number[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      parley.push(await kilobytesPerStream(startParley, effort));
      pipe.push(await kilobytesPerStream(startPipe, effort));
    }
    const finding = { case: 'p6' } as const;
    return {
      findings: [
        {
          ...finding,
          what: 'resident memory per open stream, Parley / pipe',
          unit: '×',
          values: ratios(parley, pipe),
          goal: { atMost: 1.12 },
        },
        { ...finding, what: 'per open stream, Parley', unit: 'KB', values: parley, goal: null },
        { ...finding, what: 'per open stream, pipe', unit: 'KB', values: pipe, goal: null },
      ],
      raw: { parley, pipe },
    };
  },
};

/** A fresh process each time: a heap that has grown once says nothing about the next streams. */
async function kilobytesPerStream(start: Starter, effort: Effort): Promise<number> {
  await using mock = await startMock(LONG_ANSWER);
  await using contender = await start(mock);
  const requests = Math.ceil(STREAMS * effort.scale);
  const pattern = { kind: 'hold', perSecond: OPENED_PER_SECOND, requests } as const;
  const before = contender.server().residentKb;
  const after = await holdLoad(profileOf(contender, pattern, null), () => settledKilobytes(contender));
  return (after - before) / requests;
}

async function settledKilobytes(contender: Contender): Promise<number> {
  await delay(SETTLE_MS);
  return contender.server().residentKb;
}
