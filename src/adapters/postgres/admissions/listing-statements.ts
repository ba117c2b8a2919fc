import { limits } from '#contract/limits.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { TurnToStore } from '#core/turn/admission/turn-to-store.ts';
import type { Statement } from '../database/statement-group.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';

/** Whether a turn begins a conversation that no list shows. */
export function isHidden({ request }: TurnToStore): boolean {
  return request.listing === 'unlisted' && request.conversationId === null;
}

/** A part of the statement that stores the turns; `a` are their rows, and $2 those that begin hidden conversations. */
export const hidden = `hidden as (
    insert into unlisted_conversations (client_id, conversation_id, look_at)
      select client_id, conversation_id, now() + interval '${limits.unlistedDays} days' from a where turn_id = any ($2::uuid[])
  )`;

export function listingValues(turns: readonly TurnToStore[]): readonly unknown[] {
  const ids = turns.filter(isHidden).map(({ request }) => request.turnId);
  return ids.length > 0 ? [ids] : [];
}

/** Those requests whose conversation is shown by lists. */
export function readListed(tries: readonly Admission[], facts: FactsBuilder): FactQuery {
  return {
    text: `select a.turn_id from unnest($1::integer[], $2::uuid[], $3::uuid[]) a(client_id, conversation_id, turn_id)
      where not exists (select from unlisted_conversations u
        where u.client_id = a.client_id and u.conversation_id = a.conversation_id)`,
    values: [
      tries.map(({ owner }) => owner.clientId),
      tries.map(({ conversationId }) => conversationId),
      tries.map(({ turnId }) => turnId),
    ],
    apply(rows: { turn_id: string }[]) {
      for (const { turn_id } of rows) facts.listed.add(turn_id);
    },
  };
}

/** A conversation that is asked to be kept is listed from then on, if it was not. */
export function listings(turns: readonly TurnToStore[]): Statement[] {
  const kept = turns.filter(({ request }) => request.listing === 'listed' && request.conversationId !== null);
  if (kept.length === 0) return [];
  const text = `delete from unlisted_conversations u using unnest($1::integer[], $2::uuid[]) a(client_id, id)
    where u.client_id = a.client_id and u.conversation_id = a.id`;
  const values = [
    kept.map(({ request }) => request.owner.clientId),
    kept.map(({ conversationId }) => conversationId),
  ];
  return [{ text, values }];
}
