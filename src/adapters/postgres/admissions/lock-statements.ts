import type { Admission } from '#core/turn/admission/admission.ts';
import { conversationName } from '#core/turn/admission/admission-names.ts';
import type { FactQuery, FactsBuilder } from './facts-builder.ts';

/**
 * The settings of the rest of the transaction. A process that is suspended between the two groups holds the locks of
 * its clients, so its session is ended soon. Plans are made once per connection, perhaps on empty tables, and must
 * fit full ones.
 */
const settings = `(select set_config('idle_in_transaction_session_timeout', '1000', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_sort', 'off', true) offset 0) settings`;

const inIdOrder = 'from (select unnest($1::integer[]) as id order by 1) c';
const slotLocks = `select id, true as is_locked, lock_rooms(id) as waited ${inIdOrder}`;
const trySlotLocks = `select id, pg_try_advisory_xact_lock(hashtext('parley rooms'), id) as is_locked ${inIdOrder}`;

/** The lock under which running turns are counted, whatever the day. A claim only tries to take it: see has_room. */
export function lockConcurrency(
  clientIds: readonly number[],
  isAlone: boolean,
  facts: FactsBuilder,
): FactQuery {
  return {
    text: isAlone ? slotLocks : trySlotLocks,
    values: [clientIds],
    apply(rows: { id: number; is_locked: boolean }[]) {
      for (const { id, is_locked } of rows) if (!is_locked) facts.held.add(id);
    },
  };
}

const lockingDay = `select lock_usage($1) as waited from ${settings}`;

/** Creates or locks the row of the day. It also guards the rows of the client's users, whose writers take it first. */
export function lockDay(clientId: number): FactQuery {
  return {
    text: lockingDay,
    values: [clientId],
    apply: () => undefined,
  };
}

const lockingDays = `select u.client_id from ${settings}, unnest($1::integer[]) c(id), lateral (
    select client_id from usage_clients where client_id = c.id and day = utc_day()
    order by epoch desc limit 1 for update skip locked) u`;

/** The same for several clients, none of which may delay the others. A missing row counts as held. */
export function lockDays(clientIds: readonly number[], facts: FactsBuilder): FactQuery {
  return {
    text: lockingDays,
    values: [clientIds],
    apply(rows: { client_id: number }[]) {
      const locked = new Set(rows.map((row) => row.client_id));
      for (const id of clientIds) if (!locked.has(id)) facts.held.add(id);
    },
  };
}

export interface LockedConversation {
  readonly agent_slug: string;
  readonly next_seq: number;
}

const lockingConversations = `select v.client_id, v.external_user_id, v.id, v.agent_slug, v.next_seq
  from conversations v join unnest($1::integer[], $2::uuid[], $3::text[]) a(client_id, id, user_id)
    on v.client_id = a.client_id and v.id = a.id and v.external_user_id = a.user_id
  order by v.client_id, v.id for update of v`;
const tryingConversations = `${lockingConversations} skip locked`;

/** Locks the requesting users' own conversations and puts them into `locked` by name. */
export function lockConversations(
  followUps: readonly Admission[],
  isAlone: boolean,
  locked: Map<string, LockedConversation>,
): FactQuery {
  return {
    text: isAlone ? lockingConversations : tryingConversations,
    values: ownerValues(followUps),
    apply(rows: (LockedConversation & { client_id: number; external_user_id: string; id: string })[]) {
      for (const row of rows) locked.set(conversationName(row.client_id, row.external_user_id, row.id), row);
    },
  };
}

/** Clients, conversations and users of follow-ups, for `unnest`. */
export function ownerValues(followUps: readonly Admission[]): readonly unknown[] {
  return [
    followUps.map(({ owner }) => owner.clientId),
    followUps.map(({ conversationId }) => conversationId),
    followUps.map(({ owner }) => owner.userId),
  ];
}
