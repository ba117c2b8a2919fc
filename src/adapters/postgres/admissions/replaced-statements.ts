import type { Admission } from '#core/turn/admission/admission.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';
import { ownerValues } from './lock-statements.ts';

/** The questions that are replaced. One that is set aside is not found, and neither is an answer. */
export function readReplaced(replacing: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select a.turn_id, q.seq
      from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::uuid[]) a(client_id, conversation_id, question, turn_id)
      join conversations v on v.client_id = a.client_id and v.id = a.conversation_id
      cross join lateral (select m.seq
        from live_parts(v.set_aside, v.next_seq, null) p
        join messages m on m.client_id = a.client_id and m.conversation_id = a.conversation_id
          and m.seq >= p.first_seq and m.seq < p.behind_seq
        where m.id = a.question and m.role = 'user' limit 1) q`,
    values: [
      replacing.map(({ owner }) => owner.clientId),
      replacing.map(({ conversationId }) => conversationId),
      replacing.map(({ replaces }) => replaces),
      replacing.map(({ turnId }) => turnId),
    ],
    apply(rows: { turn_id: string; seq: number }[]) {
      for (const { turn_id, seq } of rows) facts.replaced.set(turn_id, seq);
    },
  };
}

/**
 * Jobs queued before midnight are refunded to their own day, and usage is locked before conversations, the
 * earlier day first. A batch of several clients waits for none of them: a client with such jobs counts as held.
 */
export function lockEarlierDays(
  interrupting: readonly Admission[],
  isAlone: boolean,
  facts: FactsBuilder,
): FactQuery {
  return {
    text: isAlone ? `${earlierDays} order by u.client_id, u.day for update of u` : earlierDays,
    values: ownerValues(interrupting),
    apply(rows: { client_id: number }[]) {
      if (!isAlone) for (const { client_id } of rows) facts.held.add(client_id);
    },
  };
}

const earlierDays = `select u.client_id from usage_clients u
  where u.day < utc_day() and (u.client_id, u.day) in (select t.client_id, t.charge_day
    from unnest($1::integer[], $2::uuid[], $3::text[]) a(client_id, id, user_id)
    join turns t on t.client_id = a.client_id and t.conversation_id = a.id and t.external_user_id = a.user_id
    where t.state = 'queued')`;

const types = ['uuid', 'uuid', 'integer'];
export const replacingParameters = types.length;

/**
 * A part of the statement that stores the turns: which of them replace a question, and how many messages are set aside
 * with it that were not before.
 */
export function replacing(firstParameter: number): string {
  const arrays = types.map((type, index) => `$${firstParameter + index}::${type}[]`).join(', ');
  return `r as materialized (
    select x.turn_id, x.question, x.first_seq, (select count(*)::integer from messages m
        where m.client_id = a.client_id and m.conversation_id = a.conversation_id and m.seq >= x.first_seq
          and not m.seq <@ v.set_aside) as messages
    from unnest(${arrays}) x(turn_id, question, first_seq)
    join a on a.turn_id = x.turn_id
    join conversations v on v.client_id = a.client_id and v.id = a.conversation_id
  )`;
}

export function replacingValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const some = turns.filter(({ setsAsideFrom }) => setsAsideFrom !== null);
  if (some.length === 0) return [];
  return [
    some.map(({ request }) => request.turnId),
    some.map(({ request }) => request.replaces),
    some.map(({ setsAsideFrom }) => setsAsideFrom),
  ];
}
