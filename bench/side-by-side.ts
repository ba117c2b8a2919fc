import { existsSync } from 'node:fs';
import type { Contender } from './contenders/contender.ts';
import { type AnswerShape, type MockProvider, startMock } from './contenders/mock.ts';
import { NGINX, startNginx } from './contenders/stateless.ts';
import type { Pattern } from './load/profile.ts';
import { type Measured, measure } from './measure.ts';
import { type ByContender, interleave } from './rounds.ts';

export type Starter = (mock: MockProvider) => Promise<Contender>;

export interface Comparison {
  readonly shape: AnswerShape;
  readonly starters: readonly Starter[];
  readonly pattern: Pattern;
  /** Run once by every contender before anything counts, so that code is compiled and connections are open. */
  readonly warmUp: Pattern;
  readonly rounds: number;
}

/** nginx, where it is installed, shows the lower bound of the machine. */
export const nginxIfInstalled: readonly Starter[] = existsSync(NGINX) ? [startNginx] : [];

/** All contenders run at the same time on one provider and are loaded in turn. */
export async function compare(comparison: Comparison): Promise<ByContender<Measured>> {
  await using stack = new AsyncDisposableStack();
  const mock = stack.use(await startMock(comparison.shape));
  const contenders: Contender[] = [];
  for (const start of comparison.starters) contenders.push(stack.use(await start(mock)));
  await interleave(contenders, 1, (contender) => measure(contender, comparison.warmUp, mock.digest));
  return await interleave(contenders, comparison.rounds, (contender) =>
    measure(contender, comparison.pattern, mock.digest),
  );
}
