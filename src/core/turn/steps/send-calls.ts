import type { CallableTool } from '../../clients/tool-server.ts';
import { argumentsIn } from '../../tools/read-arguments.ts';
import { requestIdOf, type ToolClient } from '../../tools/tool-client.ts';
import type { AdmittedTurn } from '../turn.ts';
import type { CallOutcome } from './step-store.ts';
import { isSameTool, type StoredCall } from './turn-tools.ts';

const mostAtOnce = 4;

export interface SendingCalls {
  readonly turn: AdmittedTurn;
  readonly offered: readonly CallableTool[];
  readonly calls: ToolClient;
  /** By the database's clock. */
  readonly now: () => Date;
  /** Stops the turn. */
  readonly signal: AbortSignal;
  /** Ends the time that a turn has for its tools. */
  readonly time: AbortSignal;
}

const notAsked = {
  outcome: 'unreached',
  text: 'The tool could not be asked any more.',
  bytes: 0,
  durationMs: 0,
} as const;

/** Sends one request of each call, some at once. Those that the end of the attempt has cut have no outcome. */
export async function sendCalls(
  calls: readonly StoredCall[],
  sending: SendingCalls,
): Promise<readonly CallOutcome[]> {
  const waiting = [...calls];
  const outcomes: CallOutcome[] = [];
  const work = async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const outcome = await send(call, sending);
      if (!sending.signal.aborted || outcome.outcome !== 'unclear') outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return outcomes;
}

async function send(call: StoredCall, sending: SendingCalls): Promise<CallOutcome> {
  const { turn, offered, calls, now, signal, time } = sending;
  const { callId, tool: called } = call;
  const tool = offered.find((each) => called !== null && isSameTool(each, called));
  if (tool === undefined || signal.aborted || time.aborted) return { callId, ...notAsked };
  const context = {
    externalUserId: turn.userId,
    facts: turn.context?.facts ?? null,
    agentSlug: turn.agentSlug,
    conversationId: turn.conversationId,
    jobId: turn.id,
    attempt: turn.attempt,
    confirmedAt: call.question === null ? null : (turn.confirmedAt ?? null),
    isTry: false,
  };
  const request = {
    tool,
    callId: requestIdOf(callId),
    arguments: argumentsIn(call.arguments) ?? {},
    context,
    at: now(),
  };
  const begun = performance.now();
  const { outcome, text, bytes } = await calls.call(request, AbortSignal.any([signal, time]));
  return { callId, outcome, text, bytes, durationMs: Math.round(performance.now() - begun) };
}
