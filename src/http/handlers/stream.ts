import type { endpoints } from '#contract/endpoints/endpoints.ts';
import { limits } from '#contract/limits.ts';
import { errors } from '#core/errors.ts';
import type { Owner } from '#core/identity/caller.ts';
import { cancelTurn } from '#core/jobs/cancel-turn.ts';
import { followTurn, outcomeOf } from '#core/jobs/follow-turn.ts';
import { LiveReader } from '#core/jobs/live-reader.ts';
import { type AdmitOptions, admitTurn } from '#core/turn/admit-turn.ts';
import { checkChatRequest, checkIdempotencyKey } from '#core/turn/chat-request.ts';
import { start } from '#core/turn/cursor.ts';
import type { LiveTurn } from '#core/turn/live-turn.ts';
import { startWhenFree } from '#core/turn/start-turn.ts';
import type { AdmittedTurn } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { presentUsage, type UsageCounts } from '#core/usage/usage.ts';
import type { Call, Handler } from '../routing/call.ts';
import { stopIfWanted, stopWhenUnread } from '../server/stop-unread.ts';
import { identify } from '../session/request-identity.ts';
import { goneSignal, openEvents, openText } from '../streaming/open-stream.ts';
import { type StreamMeta, wantsEvents } from '../streaming/stream-sink.ts';
import { type Failure, failureOf } from '../streaming/turn-failure.ts';
import type { TurnServices } from '../streaming/turn-services.ts';
import { sendFollowed } from './follow-job.ts';

type StreamCall = Call<typeof endpoints.stream>;

/** The parts of one request while its answer streams. */
interface Streaming {
  readonly call: StreamCall;
  readonly owner: Owner;
  readonly usage: UsageCounts;
  readonly services: TurnServices;
}

/** POST /stream: admits a turn, runs it here and relays the answer as it arrives. */
export function streamAnswer(services: TurnServices): Handler<typeof endpoints.stream> {
  return async (call) => {
    const { caller, body, request } = call;
    const owner = identify(caller, { context: body.context?.external_user_id });
    const checked = checkChatRequest(body, owner, caller, 'stream');
    const key = checkIdempotencyKey(request.headers['idempotency-key']);
    const admitted = await admitTurn(caller, checked, 'stream', key, admitOptions(services, request.id));
    const streaming = { call, owner, usage: admitted.usage, services };
    switch (admitted.kind) {
      case 'running':
        return respond(services.process.run(admitted.turn), streaming);
      case 'waiting':
        return respondWhenFree(admitted.turn, streaming);
      case 'replay': {
        const headers = { 'idempotent-replayed': 'true', ...rateLimitFields(caller, admitted.usage) };
        const usage = presentUsage(caller, admitted.usage);
        return sendFollowed({
          call,
          owner,
          services,
          turnId: admitted.turnId,
          from: start,
          headers,
          joins: { usage },
        });
      }
      case 'queued':
        throw errors.internal(new Error('a stream was admitted as a job'));
    }
  };
}

export function admitOptions(
  { turns, blockedUsers, process, queueCapacity, admissionTelemetry: telemetry }: TurnServices,
  requestId: string,
): AdmitOptions {
  return { turns, blockedUsers, processId: process.id, queueCapacity, telemetry, requestId };
}

/** The interrupted turn has to end first; a requester who leaves meanwhile cancels the new turn. */
async function respondWhenFree(turn: AdmittedTurn, streaming: Streaming): Promise<null> {
  const { call, owner, services } = streaming;
  const gone = goneSignal(call.reply);
  const leaves = turn.onDisconnect === 'cancel' ? gone : AbortSignal.any([]);
  // Events begin at admission; a text answer has no head before its first text.
  const sink = wantsEvents(call.request.headers.accept) ? openSink(turn, streaming) : null;
  try {
    const live = await startWhenFree(turn, services, leaves);
    if (live !== null) return await respond(live, streaming, sink);
  } catch (error) {
    if (!leaves.aborted) throw error;
    await cancelTurn(owner, turn.id, services);
  }
  (sink ?? openSink(turn, streaming)).ended({ kind: 'cancelled', code: 'cancelled' });
  return null;
}

async function respond(live: LiveTurn, streaming: Streaming, opened: TurnSink | null = null): Promise<null> {
  const { turn } = live;
  const { call } = streaming;
  const gone = goneSignal(call.reply);
  stopWhenUnread(live, gone);
  if (opened !== null) return relay(live, opened, streaming);
  if (!wantsEvents(call.request.headers.accept)) {
    await textOrEnd(live, gone);
    const failure = earlyFailure(live);
    if (failure !== null) throw failureOf(failure, turn);
  }
  const onStall = () => stopIfWanted(live, 'reader_stalled');
  return relay(live, openSink(turn, streaming, onStall), streaming);
}

/** Sends the head of the answer. */
function openSink(turn: AdmittedTurn, streaming: Streaming, onStall = () => {}): TurnSink {
  const { call, usage, services } = streaming;
  const headers = {
    'x-conversation-id': turn.conversationId,
    'x-message-id': turn.messageId,
    'x-job-id': turn.id,
    ...rateLimitFields(call.caller, usage),
  };
  const options = { stallMs: services.readerStallMs, onStall };
  if (!wantsEvents(call.request.headers.accept)) return openText(call.reply, headers, options);
  const meta = metaOf(turn, streaming);
  return openEvents(call.reply, headers, options, meta, { attempt: turn.attempt, bytes: 0 });
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

function metaOf(turn: AdmittedTurn, { call, usage }: Streaming): StreamMeta {
  return {
    conversation_uuid: turn.conversationId,
    message_uuid: turn.messageId,
    job_uuid: turn.id,
    usage: presentUsage(call.caller, usage),
  };
}

/** Delays a text answer's head until its first text, so that most failures get a status of their own. */
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
    const reader = { onText: settle, onEnd: settle };
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
