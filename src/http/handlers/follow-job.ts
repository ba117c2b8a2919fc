import type { Usage } from '#contract/resources.ts';
import { errors } from '#core/errors.ts';
import type { Owner } from '#core/identity/caller.ts';
import { followTurn } from '#core/jobs/follow-turn.ts';
import { findJob, findJoined } from '#core/jobs/read-job.ts';
import { type Cursor, start } from '#core/turn/cursor.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { TurnSink } from '#core/turn/turn-sink.ts';
import type { Call } from '../routing/call.ts';
import { stopWhenUnread } from '../server/stop-unread.ts';
import { DelayedHeadSink } from '../streaming/delayed-head-sink.ts';
import { goneSignal, openEvents, openText, turnHeaders } from '../streaming/open-stream.ts';
import { wantsEvents } from '../streaming/stream-sink.ts';
import { failureOf } from '../streaming/turn-failure.ts';
import type { AnswerServices } from '../streaming/turn-services.ts';

export interface Followed {
  readonly call: Pick<Call, 'request' | 'reply'>;
  readonly owner: Owner;
  readonly services: AnswerServices;
  readonly turnId: string;
  readonly from: Cursor;
  readonly headers: Readonly<Record<string, string>>;
  /** A repeated prompt joins its own run: it gets the meters, and an early failure as a status. */
  readonly joins?: { readonly usage: Usage };
}

/** Streams a turn that was admitted before, from a cursor on, in the format that the reader asks for. */
export async function sendFollowed({
  call,
  owner,
  services,
  turnId,
  from,
  headers,
  joins,
}: Followed): Promise<null> {
  const find = joins === undefined ? findJob : findJoined;
  const record = await find(services.turns, owner, turnId);
  if (record.attempt < from.attempt) throw errors.invalidField('?after', 'is ahead of the answer', 'maximum');
  using _ = joins === undefined ? services.reading.readers.enter(owner) : null;
  const live = services.process.running.find(record.id);
  // A job runs without readers. The answer of a stream may run only while it has readers, and this is one of them.
  if (live?.turn.kind === 'stream') stopWhenUnread(live, goneSignal(call.reply));
  const all = { ...turnHeaders(record), ...headers };
  const options = { stallMs: services.readerStallMs, onStall: () => {} };
  if (!wantsEvents(call.request.headers.accept)) {
    const open = () => openText(call.reply, all, options);
    if (joins === undefined) await followTurn(owner, record.id, from, open(), services);
    else await joinText(open, call, owner, record, services);
    return null;
  }
  const meta = {
    conversation_uuid: record.conversationId,
    message_uuid: record.messageId,
    job_uuid: record.id,
    ...joins,
  };
  const sink = openEvents(call.reply, all, options, meta, from);
  await followTurn(owner, record.id, from, sink, services);
  return null;
}

/** From the first byte; the head is delayed as in the response that this one joins. */
async function joinText(
  open: () => TurnSink,
  { reply }: Followed['call'],
  owner: Owner,
  record: TurnRecord,
  services: AnswerServices,
): Promise<void> {
  using sink = new DelayedHeadSink(open, goneSignal(reply));
  await followTurn(owner, record.id, start, sink, services);
  if (sink.failure !== null) throw failureOf(sink.failure, record);
  // The reader has left meanwhile, but the framework still waits for a response.
  sink.begin();
}
