import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Journal } from '../faults/journal.ts';
import type { MockCall } from '../mock/mock-call.ts';

export interface Audited {
  readonly database: Queryable;
  readonly journal: Journal;
  /** Calls to the provider whose answers name their call. */
  readonly calls: readonly MockCall[];
  /** Calls to providers whose answers do not. */
  readonly otherCalls?: readonly MockCall[];
  /** Everything that any process printed. */
  readonly logs: string;
}

export interface TurnRow {
  readonly client_id: number;
  readonly id: string;
  readonly door: 'stream' | 'job';
  readonly state: string;
  readonly error_code: string | null;
  readonly attempt: number;
  readonly deaths: number;
  readonly prompt: string;
  readonly answer: string | null;
  readonly answers: number;
}

/** The data that an audit compares, each in the form in which it is looked up. */
export interface Evidence extends Audited {
  readonly otherCalls: readonly MockCall[];
  readonly allCalls: readonly MockCall[];
  readonly turns: readonly TurnRow[];
  readonly byId: ReadonlyMap<string, TurnRow>;
  /** A turn that failed without text frees its key: the same request again is another turn. */
  readonly byCanary: ReadonlyMap<string, readonly TurnRow[]>;
}

export async function gather(audited: Audited): Promise<Evidence> {
  const turns = await audited.database.query<TurnRow>(`
    with answered as (
      select client_id, turn_id, max(content) as answer, count(*)::int as answers from messages
      where role = 'assistant' group by client_id, turn_id
    )
    select t.client_id, t.id, t.door, t.state, t.error_code, t.attempt, t.deaths, q.content as prompt,
      a.answer, coalesce(a.answers, 0) as answers
    from turns t
    left join answered a on a.client_id = t.client_id and a.turn_id = t.id
    left join messages q on q.client_id = t.client_id and q.id = t.user_message_id
      and q.conversation_id = t.conversation_id`);
  const { calls, otherCalls = [] } = audited;
  return {
    ...audited,
    otherCalls,
    allCalls: [...calls, ...otherCalls],
    turns,
    byId: new Map(turns.map((turn) => [turn.id, turn])),
    byCanary: Map.groupBy(turns, ({ prompt }) => canaryIn(prompt)),
  };
}

export const canaryPattern = /canary-[0-9a-f]{16}/g;

function canaryIn(prompt: string | null): string {
  return /canary-[0-9a-f]{16}/.exec(prompt ?? '')?.[0] ?? '';
}

/** The prompt that a call is about, without the history that comes with it. */
export function canaryOf(call: MockCall): string {
  return canaryIn(call.messages.findLast((message) => message.role === 'user')?.content ?? null);
}
