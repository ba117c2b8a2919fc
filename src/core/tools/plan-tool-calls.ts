import type { ToolCallEffect } from './tool-call.ts';

/** Turns that confirmations may add to one charged turn. */
export const mostConfirmedTurns = 3;

/** `refuse`: the model gets an error as its result, and may ask again in a later step. */
export type ToolCallPlan = 'send' | 'ask' | 'refuse';

/**
 * What becomes of the calls of one step: all reads are sent, and a person is asked about the first write.
 * `confirmedTurns` counts those that the charged turn already has.
 */
export function planToolCalls(
  effects: readonly ToolCallEffect[],
  confirmedTurns: number,
): readonly ToolCallPlan[] {
  const asked = confirmedTurns < mostConfirmedTurns ? effects.indexOf('write') : -1;
  return effects.map((effect, index) => {
    if (effect === 'read') return 'send';
    return index === asked ? 'ask' : 'refuse';
  });
}
