import { DatabaseUnavailable } from '#core/errors.ts';
import type { TurnKey } from './ending-facts.ts';

/**
 * One transaction per turn: several turns in one transaction would take locks in an arbitrary order and could
 * deadlock. A turn that fails does not delay the others.
 */
export async function eachAlone(
  turns: readonly TurnKey[],
  work: (turn: TurnKey) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const turn of turns) {
    try {
      await work(turn);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'turns could not be taken over');
}
