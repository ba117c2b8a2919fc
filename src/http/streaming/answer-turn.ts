import type { FastifyReply } from 'fastify';
import { limits } from '#contract/limits.ts';
import type { Owner } from '#core/identity/caller.ts';
import { cancelTurn } from '#core/jobs/cancel-turn.ts';
import { followTurn, outcomeOf } from '#core/jobs/follow-turn.ts';
import { LiveReader } from '#core/jobs/live-reader.ts';
import { start } from '#core/turn/cursor.ts';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { startWhenFree } from '#core/turn/start-turn.ts';
import type { AdmittedTurn } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import { stopIfWanted, stopWhenUnread } from '../server/stop-unread.ts';
import { goneSignal } from './open-stream.ts';
import { type Failure, failureOf } from './turn-failure.ts';
import type { AnswerServices } from './turn-services.ts';

/** The form of an answer while it is produced. */
export interface AnswerFormat {
  /** The head waits for the first text, so that most failures get a status of their own. */
  readonly delaysHead: boolean;
  /** Sends the head of the answer. */
  open(turn: AdmittedTurn, onStall: () => void): TurnSink;
}

/** The parts of one request while its answer streams. */
export interface Streaming {
  readonly reply: FastifyReply;
  readonly owner: Owner;
  readonly services: AnswerServices;
  readonly format: AnswerFormat;
}

/** Runs an admitted turn here and relays its text to the response. */
export function answerTurn(
  { kind, turn }: { readonly kind: 'running' | 'waiting'; readonly turn: AdmittedTurn },
  streaming: Streaming,
): Promise<null> {
  if (kind === 'waiting') return respondWhenFree(turn, streaming);
  return respond(streaming.services.process.running.run(turn), streaming);
}

/** The interrupted turn has to end first; a requester who leaves meanwhile cancels the new turn. */
async function respondWhenFree(turn: AdmittedTurn, streaming: Streaming): Promise<null> {
  const { reply, owner, services, format } = streaming;
  const gone = goneSignal(reply);
  const leaves = turn.onDisconnect === 'cancel' ? gone : AbortSignal.any([]);
  // A format whose head is not delayed begins at admission.
  const sink = format.delaysHead ? null : format.open(turn, () => {});
  try {
    const live = await startWhenFree(turn, services, leaves);
    if (live !== null) return await respond(live, streaming, sink);
  } catch (error) {
    if (!leaves.aborted) throw error;
    await cancelTurn(owner, turn.id, services);
  }
  (sink ?? format.open(turn, () => {})).ended({ kind: 'cancelled', code: 'cancelled' });
  return null;
}

async function respond(live: LiveTurn, streaming: Streaming, opened: TurnSink | null = null): Promise<null> {
  const { turn } = live;
  const { reply, format } = streaming;
  const gone = goneSignal(reply);
  stopWhenUnread(live, gone);
  if (opened !== null) return relay(live, opened, streaming);
  if (format.delaysHead) {
    await textOrEnd(live, gone);
    const failure = earlyFailure(live);
    if (failure !== null) throw failureOf(failure, turn);
  }
  const onStall = () => stopIfWanted(live, 'reader_stalled');
  return relay(live, format.open(turn, onStall), streaming);
}

async function relay(live: LiveTurn, sink: TurnSink, { owner, services }: Streaming): Promise<null> {
  const reader = new LiveReader(live, start, sink, { pausesProvider: true, pace: services.reading.pace });
  const end = await reader.done;
  if (end === null) return null;
  const outcome = end.kind === 'behind' ? null : outcomeOf(end);
  // This attempt was replaced: the store knows how the turn continued or ended.
  if (outcome === null) await followTurn(owner, live.turn.id, reader.cursor, sink, services);
  else sink.ended(outcome);
  return null;
}

/** Ends with the first text of an answer, with the answer, or when its head must not be delayed longer. */
function textOrEnd(live: LiveTurn, gone: AbortSignal): Promise<void> {
  if (live.bytes > 0 || live.end !== null || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      live.detach(reader);
      gone.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, limits.streamHeaderHoldMs);
    // A step says nothing about how the turn will end.
    const reader = { onText: settle, onEnd: settle, onStep: () => {} };
    live.attach(reader);
    gone.addEventListener('abort', settle, { once: true });
  });
}

/**
 * A failure that can still have a status of its own. A stopped turn is not a failure: its response is cut, as later
 * on.
 */
function earlyFailure(live: LiveTurn): Failure | null {
  if (live.bytes > 0 || live.end === null) return null;
  const outcome = outcomeOf(live.end) ?? { kind: 'failed', code: 'worker_lost' };
  return outcome.kind === 'failed' ? outcome : null;
}
