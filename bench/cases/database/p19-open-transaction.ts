import type { BenchCase } from '../../case.ts';
import { inDatabase } from '../../support/fill-tables.ts';
import { holdPostgres } from '../../support/postgres.ts';
import { runOnDatabase } from '../../support/run-rate.ts';
import { ratios } from '../../support/statistics.ts';

const SECONDS = 600;
const PER_SECOND = 100;
const WINDOWS = 20;

interface Step {
  readonly blocks: number;
  readonly cpuMs: number;
}

interface Window {
  readonly admission: Step;
  readonly claim: Step;
}

/** Two databases of one server at the same time: a snapshot keeps the old rows of its own database only. */
export const p19: BenchCase = {
  id: 'p19',
  title: 'Blocks and CPU of an admission and a claim beside a transaction that stays open, against without',
  async run(effort) {
    await using postgres = await holdPostgres();
    await inDatabase(postgres.url, async (client) => void (await client.query('create database held')));
    const held = new URL(postgres.url);
    held.pathname = '/held';
    const options = {
      seconds: Math.ceil(SECONDS * effort.scale),
      'per-second': PER_SECOND,
      windows: WINDOWS,
    };
    const [without, beside] = await Promise.all([
      runOnDatabase<Window[]>('paced-jobs', postgres.url, { ...options, hold: 0 }),
      runOnDatabase<Window[]>('paced-jobs', held.href, { ...options, hold: 1 }),
    ]);
    // What counts is the end; each window there stands for a round.
    const last = -Math.min(WINDOWS / 2, effort.rounds);
    const [free, late, early] = [
      without.slice(last),
      beside.slice(last),
      beside.slice(0, Math.min(WINDOWS / 2, effort.rounds)),
    ];
    const finding = { case: 'p19', unit: '×', goal: { atMost: 1.5 } } as const;
    const blocks = (step: keyof Window) => (windows: readonly Window[]) =>
      windows.map((window) => window[step].blocks);
    return {
      findings: [
        ...(['admission', 'claim'] as const).flatMap((step) => [
          {
            ...finding,
            what: `blocks of one ${step}, beside the transaction / without`,
            values: ratios(blocks(step)(late), blocks(step)(free)),
          },
          {
            ...finding,
            what: `blocks of one ${step}, at the end / at the beginning of the transaction`,
            values: ratios(blocks(step)(late), blocks(step)(early)),
          },
        ]),
        {
          ...finding,
          what: 'CPU of an admission and a claim, beside the transaction / without',
          values: ratios(late.map(cpuOf), free.map(cpuOf)),
        },
      ],
      raw: { without, beside },
    };
  },
};

function cpuOf({ admission, claim }: Window): number {
  return admission.cpuMs + claim.cpuMs;
}
