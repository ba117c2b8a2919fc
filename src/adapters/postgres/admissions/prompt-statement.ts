import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { HistoryMessage } from '#core/turn/turn.ts';
import type { Statement } from '../database/statement-group.ts';
import { decodeText } from '../database/text-coding.ts';
import { type HistoryRow, historyOf } from '../turns/turn-rows.ts';

/** The stored parts of a stream's prompt, besides what was sent. */
export interface StoredPrompt {
  readonly history: readonly HistoryMessage[];
  /** The retried question. */
  readonly question: string | null;
}

interface PromptRow {
  readonly turn_id: string;
  readonly history: HistoryRow[];
  readonly question: string | null;
}

/** Streams that begin at once in a conversation with messages. A waiting stream reads them when it begins. */
export function needsPrompt({ request, state }: TurnToStore): boolean {
  return request.kind === 'stream' && state === 'running' && request.conversationId !== null;
}

/** Read after the commit, so that no client's row is locked meanwhile. */
export function readPrompts(turns: readonly TurnToStore[]): Statement {
  return {
    text: `select a.turn_id, history_of(a.client_id, a.conversation_id, a.seq) as history,
        case when a.retry then (select m.content from messages m where m.client_id = a.client_id
          and m.conversation_id = a.conversation_id and m.seq = a.seq) end as question
      from unnest($1::integer[], $2::uuid[], $3::integer[], $4::boolean[], $5::uuid[])
        a(client_id, conversation_id, seq, retry, turn_id)`,
    values: [
      turns.map(({ request }) => request.owner.clientId),
      turns.map(({ conversationId }) => conversationId),
      turns.map(({ userSeq }) => userSeq),
      turns.map(({ request }) => request.retry),
      turns.map(({ request }) => request.turnId),
    ],
  };
}

export function promptsIn(rows: readonly PromptRow[]): ReadonlyMap<string, StoredPrompt> {
  return new Map(
    rows.map(({ turn_id, history, question }) => [
      turn_id,
      { history: historyOf(history), question: question === null ? null : decodeText(question) },
    ]),
  );
}
