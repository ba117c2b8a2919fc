import type { Caller, Owner } from '#core/identity/caller.ts';
import { followTurn } from '#core/jobs/follow-turn.ts';
import { findJoined } from '#core/jobs/read-job.ts';
import type { AdmittedJob, AdmittedStream } from '#core/turn/admit-turn.ts';
import { start } from '#core/turn/cursor.ts';
import type { AdmittedTurn, TurnRecord } from '#core/turn/turn.ts';
import type { TurnOutcome, TurnSink } from '#core/turn/turn-sink.ts';
import { rateLimitFields } from '#core/usage/rate-limit-fields.ts';
import type { Call } from '../routing/call.ts';
import { stopWhenUnread } from '../server/stop-unread.ts';
import { answerTurn } from '../streaming/answer-turn.ts';
import { DelayedHeadSink } from '../streaming/delayed-head-sink.ts';
import { goneSignal, turnHeaders } from '../streaming/open-stream.ts';
import { failureOf } from '../streaming/turn-failure.ts';
import type { AnswerServices } from '../streaming/turn-services.ts';
import { CollectingSink } from './collecting-sink.ts';

/** A turn that runs here, or one that runs or has run elsewhere. */
export type Answered = AdmittedTurn | TurnRecord;

/** One request, with the services that answer it. */
export interface Asked {
  readonly call: Pick<Call, 'reply' | 'caller'>;
  readonly owner: Owner;
  readonly services: AnswerServices;
}

/** Sends the head of a stream of one form. */
export type OpenSink = (
  turn: Answered,
  headers: Readonly<Record<string, string>>,
  onStall: () => void,
) => TurnSink;

type Admitted = AdmittedStream | AdmittedJob;

/** Streams the answer of a turn, which an earlier request may have begun. */
export async function streamAnswer(admitted: Admitted, asked: Asked, openSink: OpenSink): Promise<null> {
  const { call, owner, services } = asked;
  const open = (turn: Answered, onStall: () => void) =>
    openSink(turn, headersOf(turn, admitted, call.caller), onStall);
  if ('turn' in admitted) {
    const format = { delaysHead: true, open };
    return answerTurn(admitted, { reply: call.reply, owner, services, format });
  }
  const record = await findJoined(services.turns, owner, admitted.turnId);
  using sink = new DelayedHeadSink(() => open(record, () => {}), goneSignal(call.reply));
  await join(record, sink, asked);
  if (sink.failure !== null) throw failureOf(sink.failure, record);
  // The reader has left meanwhile, but the framework still waits for a response.
  sink.begin();
  return null;
}

/** Streams a turn that was admitted before, to one more reader. */
export async function streamStored(record: TurnRecord, asked: Asked, openSink: OpenSink): Promise<null> {
  using _ = asked.services.reading.readers.enter(asked.owner);
  await join(
    record,
    openSink(record, turnHeaders(record), () => {}),
    asked,
  );
  return null;
}

/** A whole answer with the headers of its response. */
interface Whole {
  readonly turn: Answered;
  readonly headers: ReturnType<typeof headersOf>;
  readonly content: string;
  readonly outcome: Extract<TurnOutcome, { kind: 'completed' }>;
}

/** Waits for the whole answer; null when the requester has left. */
export async function wholeAnswer(admitted: AdmittedStream, asked: Asked): Promise<Whole | null> {
  const { call, owner, services } = asked;
  const { reply, caller } = call;
  const sink = new CollectingSink(goneSignal(reply));
  const turn = await collect(admitted, sink, { call, owner, services });
  const { outcome, content } = sink;
  if (outcome === null) {
    reply.hijack();
    return null;
  }
  if (outcome.kind !== 'completed') throw failureOf(outcome, turn, isKept(sink, outcome.kind));
  return { turn, headers: headersOf(turn, admitted, caller), content, outcome };
}

async function collect(admitted: AdmittedStream, sink: CollectingSink, asked: Asked): Promise<Answered> {
  const { call, owner, services } = asked;
  if (admitted.kind === 'replay') {
    const record = await findJoined(services.turns, owner, admitted.turnId);
    await join(record, sink, asked);
    return record;
  }
  const format = { delaysHead: false, open: () => sink };
  await answerTurn(admitted, { reply: call.reply, owner, services, format });
  return admitted.turn;
}

/** A turn with text, or one that was stopped, stays charged, and repeating the request would charge another. */
function isKept(sink: CollectingSink, kind: 'failed' | 'cancelled'): Readonly<Record<string, string>> {
  return sink.hasText || kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};
}

/** Reads along with the request that began the turn, from its first byte. */
async function join(record: TurnRecord, sink: TurnSink, { call, owner, services }: Asked): Promise<void> {
  const live = services.process.running.find(record.id);
  // A job runs without readers. The answer of a stream may run only while it has readers, and this is one of them.
  if (live?.turn.kind === 'stream') stopWhenUnread(live, goneSignal(call.reply));
  await followTurn(owner, record.id, start, sink, services);
}

export function headersOf(
  turn: Parameters<typeof turnHeaders>[0],
  { kind, usage }: Pick<Admitted, 'kind' | 'usage'>,
  caller: Caller,
) {
  return {
    ...turnHeaders(turn),
    ...rateLimitFields(caller, usage),
    ...(kind === 'replay' && { 'idempotent-replayed': 'true' }),
  };
}
