import { until } from '../reading/until.ts';
import type { TestService } from '../world/process.ts';
import { compareWithLedger, isAfterMidnight } from './compare-ledger.ts';
import { sendTurns } from './ledger-senders.ts';
import { openLedgerWorld } from './ledger-world.ts';

export interface LedgerRun {
  readonly seed: number;
  readonly turns: number;
  readonly kills: number;
  readonly atOnce: number;
  readonly report: (line: string) => void;
}

const processes = 2;

/** Sends turns to two processes, kills them now and then, and compares what was counted with the vendor's own ledger. */
export async function runAgainstLedger(run: LedgerRun): Promise<void> {
  await using world = await openLedgerWorld(run.seed);
  const serving: TestService[] = [];
  for (let nth = 0; nth < processes; nth += 1) serving.push(await world.start());
  const every = Math.ceil(run.turns / (run.kills + 1));
  let killed = 0;
  let killing = Promise.resolve();
  const killOne = async () => {
    serving.shift()?.kill('SIGKILL');
    serving.push(await world.start());
  };
  const { promise: shift, resolve: endDay } = Promise.withResolvers<number>();
  const nextDay = shift.then((shiftMs) => until(() => isAfterMidnight(Date.now(), shiftMs)));
  await sendTurns({
    turns: run.turns,
    atOnce: run.atOnce,
    seed: run.seed,
    clients: world.clients,
    serving: () => serving,
    // The day ends in the third quarter, and the last quarter is asked on the next day.
    async before(nth) {
      if (nth === Math.floor(run.turns / 2)) endDay(await world.endDayIn(1_500));
      if (nth >= (run.turns * 3) / 4) await nextDay;
    },
    onTurn(sent) {
      if (sent % every !== 0 || killed === run.kills) return;
      killed += 1;
      // One after the other, so that one process answers at any time.
      killing = killing.then(killOne);
    },
  });
  await killing;
  await until(async () => (await unfinished()) === 0);
  // The titles that are being written end with their process.
  for (const service of serving) service.kill('SIGTERM');
  await Promise.all(serving.map(({ exited }) => exited));
  await compareWithLedger(world.database, await world.readLedger(), {
    shiftMs: await shift,
    hasKills: run.kills > 0,
    report: run.report,
  });

  async function unfinished(): Promise<number> {
    const [row] = await world.database.query<{ turns: number }>(
      `select count(*)::int as turns from turns where state in ('queued', 'running')`,
    );
    return row?.turns ?? 0;
  }
}
