import { wait } from '../shared/wait.ts';
import type { LiveTurn } from './live-turn.ts';
import { type AdmittedTurn, brandAdmitted } from './turn.ts';
import type { TurnProcess } from './turn-process.ts';
import type { RunningTurnStore } from './turn-store.ts';

const pollMs = 50;

export interface StartOptions {
  readonly turns: Pick<RunningTurnStore, 'begin'>;
  readonly process: Pick<TurnProcess, 'id' | 'running'>;
}

/**
 * Runs a stream that was admitted while another turn of its conversation, which is being stopped, was still running.
 * Null when it was cancelled before it could begin.
 */
export async function startWhenFree(
  turn: AdmittedTurn,
  { turns, process }: StartOptions,
  signal: AbortSignal,
): Promise<LiveTurn | null> {
  process.running.stopConversation(turn.clientId, turn.conversationId);
  return process.running.hold(turn.id, async () => {
    for (;;) {
      const begun = await turns.begin(turn.clientId, turn.id, process.id);
      if (begun === 'gone') return null;
      if (begun !== 'wait') {
        return process.running.run(brandAdmitted({ ...turn, history: begun }, turn.client, turn.agent, turn));
      }
      await wait(pollMs, signal);
    }
  });
}
