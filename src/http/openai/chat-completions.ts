import type { ChatCompletion } from '#contract/openai/chat-completions.ts';
import type { openAiEndpoints } from '#contract/openai/endpoints.ts';
import { errors } from '#core/errors.ts';
import type { Caller, Owner } from '#core/identity/caller.ts';
import { followTurn } from '#core/jobs/follow-turn.ts';
import { findJob } from '#core/jobs/read-job.ts';
import { type CompletionFacts, presentCompletion } from '#core/openai/present-completion.ts';
import { readCompletion } from '#core/openai/read-completion.ts';
import { type Admitted, admitTurn } from '#core/turn/admit-turn.ts';
import { checkIdempotencyKey } from '#core/turn/chat-request.ts';
import { start } from '#core/turn/cursor.ts';
import type { AdmittedTurn, TurnRecord } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import { admitOptions } from '../handlers/stream.ts';
import type { Call, Handler } from '../routing/call.ts';
import { stopWhenUnread } from '../server/stop-unread.ts';
import { answerTurn } from '../streaming/answer-turn.ts';
import { DelayedHeadSink } from '../streaming/delayed-head-sink.ts';
import { goneSignal, openResponse } from '../streaming/open-stream.ts';
import { contentTypes } from '../streaming/stream-sink.ts';
import { failureOf } from '../streaming/turn-failure.ts';
import { turnHeaders } from '../streaming/turn-headers.ts';
import type { TurnServices } from '../streaming/turn-services.ts';
import { ChunkSink } from './chunk-sink.ts';
import { CollectingSink } from './collecting-sink.ts';
import { requestOwner } from './request-owner.ts';

type CompletionCall = Call<typeof openAiEndpoints.createChatCompletion>;

/** A turn that runs here, or one that an earlier request has begun. */
type Answered = AdmittedTurn | TurnRecord;

/** One request, with the services that answer it. */
interface Asked {
  readonly call: CompletionCall;
  readonly owner: Owner;
  readonly services: TurnServices;
}

/** POST /chat/completions: the same admission as a stream, answered in OpenAI's form. */
export function createChatCompletion(
  services: TurnServices,
): Handler<typeof openAiEndpoints.createChatCompletion> {
  return async (call) => {
    const { caller, body, request } = call;
    const owner = requestOwner(caller, request, body);
    const key = keyOf(checkIdempotencyKey(request.headers['idempotency-key']));
    const conversation = request.headers['x-conversation-id'];
    const checked = readCompletion(body, owner, caller, {
      conversationInHeader: typeof conversation === 'string' ? conversation : undefined,
      hasIdempotencyKey: key !== null,
    });
    const admitted = await admitTurn(caller, checked, 'stream', key, admitOptions(services, request.id));
    const asked = { call, owner, services };
    return body.stream === true ? stream(admitted, asked) : complete(admitted, asked);
  };
}

/** The keys of other routes are others, although these requests are stored as those of `POST /stream`. */
function keyOf(key: string | null): string | null {
  return key === null ? null : `chat completion ${key}`;
}

async function stream(admitted: Admitted, asked: Asked): Promise<null> {
  const { call, owner, services } = asked;
  const { reply } = call;
  const includesUsage = call.body.stream_options?.include_usage === true;
  const open = (turn: Answered, onStall: () => void): TurnSink => {
    const response = openResponse(reply, contentTypes.events, headersOf(turn, admitted, call.caller));
    return new ChunkSink(
      response,
      { stallMs: services.readerStallMs, onStall },
      factsOf(turn),
      includesUsage,
    );
  };
  if (admitted.kind !== 'replay') {
    return answerTurn(running(admitted), { reply, owner, services, format: { delaysHead: true, open } });
  }
  const record = await findJob(services.turns, owner, admitted.turnId);
  using sink = new DelayedHeadSink(() => open(record, () => {}), goneSignal(reply));
  await join(record, sink, asked);
  if (sink.failure !== null) throw failureOf(sink.failure, record);
  // The reader has left meanwhile, but the framework still waits for a response.
  sink.begin();
  return null;
}

async function complete(admitted: Admitted, asked: Asked) {
  const { call, owner, services } = asked;
  const { reply, caller } = call;
  const sink = new CollectingSink(goneSignal(reply));
  let turn: Answered;
  if (admitted.kind === 'replay') {
    turn = await findJob(services.turns, owner, admitted.turnId);
    await join(turn, sink, asked);
  } else {
    const { turn: own } = running(admitted);
    turn = own;
    const format = { delaysHead: false, open: () => sink };
    await answerTurn(running(admitted), { reply, owner, services, format });
  }
  const { outcome } = sink;
  if (outcome === null) {
    reply.hijack();
    return null;
  }
  if (outcome.kind !== 'completed') throw failureOf(outcome, turn, isKept(sink, outcome.kind));
  const body: ChatCompletion = presentCompletion(
    factsOf(turn),
    sink.content,
    outcome.finishReason,
    outcome.tokens,
  );
  return { headers: headersOf(turn, admitted, caller), body };
}

/** A turn with text, or one that was stopped, stays charged, and repeating the request would charge another. */
function isKept(sink: CollectingSink, kind: 'failed' | 'cancelled'): Readonly<Record<string, string>> {
  return sink.hasText || kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};
}

/** Reads along with the request that began the turn, from its first byte. */
async function join(record: TurnRecord, sink: TurnSink, { call, owner, services }: Asked): Promise<void> {
  const live = services.process.find(record.id);
  if (live !== null) stopWhenUnread(live, goneSignal(call.reply));
  await followTurn(owner, record.id, start, sink, services);
}

function running(admitted: Exclude<Admitted, { kind: 'replay' }>) {
  if (admitted.kind === 'queued') throw errors.internal(new Error('a stream was admitted as a job'));
  return admitted;
}

function headersOf(turn: Answered, { kind, usage }: Admitted, caller: Caller) {
  return {
    ...turnHeaders(turn),
    ...rateLimitFields(caller, usage),
    ...(kind === 'replay' && { 'idempotent-replayed': 'true' }),
  };
}

function factsOf({ id, conversationId, agentSlug, priority, createdAt }: Answered): CompletionFacts {
  return { turnId: id, conversationId, agentSlug, priority, createdAt };
}
