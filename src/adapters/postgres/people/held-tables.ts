import { daysInTable } from './days-in-table.ts';
import type { HeldTable, PersonErasure } from './held-table.ts';
import { tablesOfAccounts } from './tables-of-accounts.ts';
import { tablesOfOperators } from './tables-of-operators.ts';
import { tablesWithTexts } from './tables-with-texts.ts';
import { endedTurnsOf } from './turns-of-person.ts';

const theirs = 'x.client_id = $1 and x.external_user_id = $2';
const asLongAsTheClient = 'until the client is deleted';

/** Rows with a user whom a pseudonym can replace. */
function renamed(column: string, type: string, keys: string, more = ''): PersonErasure {
  return {
    kind: 'rewrite',
    rows: theirs,
    set: `external_user_id = $3${more}`,
    key: [[column, type]],
    keys,
  };
}

function entriesWhere(condition: string): string {
  return `select x.id from audit_log x where x.client_id = $1 and ${condition}`;
}

/** What was changed, without the email address of the person and without the identity in a client's settings. */
function membersRenamed(column: 'before' | 'after'): string {
  return `${column} = case when x.subject = $2 then x.${column} - 'email'
    when x.${column} ->> 'openai_default_user' = $2
      then jsonb_set(x.${column}, '{openai_default_user}', to_jsonb($3::text))
    else x.${column} end`;
}

/**
 * Every table with rows that belong to people, in the order in which an erasure goes through them: texts first. A new
 * column is added here, in `people` or in `others`; a new table without people is added in `tables-without-people.ts`.
 */
export const heldTables: readonly HeldTable[] = [
  ...tablesWithTexts,
  {
    table: 'conversations',
    holds: 'titles, and whose conversation it is',
    lasts: 'until it is deleted, by its user or by `retention_days`',
    people: ['external_user_id', 'title'],
    others: ['id', 'agent_slug', 'set_aside'],
    ofClient: true,
    erasure: { kind: 'delete', rows: theirs },
  },
  {
    table: 'turns',
    holds: 'who asked, when, and how it ended, without text',
    lasts: asLongAsTheClient,
    people: ['external_user_id', 'idempotency_key', 'request_id'],
    others: [
      ...['id', 'conversation_id', 'agent_slug', 'door', 'state', 'lane', 'process_id'],
      ...['cancel_reason', 'on_disconnect', 'user_message_id', 'message_id'],
      ...['finish_reason', 'error_code', 'error_reason', 'model'],
    ],
    ofClient: true,
    erasure: renamed(
      'id',
      'uuid',
      `select t.id from turns t where ${endedTurnsOf('$2')}`,
      ', idempotency_key = null, request_id = null',
    ),
  },
  {
    table: 'usage_users',
    holds: 'how much each user has used on a day',
    lasts: asLongAsTheClient,
    people: ['external_user_id'],
    others: [],
    ofClient: true,
    erasure: renamed('day', 'date', daysInTable('usage_users')),
  },
  {
    table: 'ledger',
    holds: 'the charges and refunds of each user',
    lasts: asLongAsTheClient,
    people: ['external_user_id'],
    others: ['turn_id', 'kind'],
    ofClient: true,
    // The turns have the pseudonym by now, also where a process of another release has gone through them.
    erasure: renamed('turn_id', 'uuid', `select t.id as turn_id from turns t where ${endedTurnsOf('$3')}`),
  },
  {
    table: 'audit_log',
    holds: 'who changed what, with the email addresses of people who sign in',
    lasts: asLongAsTheClient,
    people: ['actor', 'subject', 'before', 'after'],
    others: ['action'],
    ofClient: true,
    erasure: {
      kind: 'rewrite',
      rows: `x.client_id = $1 and (x.actor = $2 or x.subject = $2
        or x.before ->> 'openai_default_user' = $2 or x.after ->> 'openai_default_user' = $2)`,
      set: `actor = case when x.actor = $2 then $3 else x.actor end,
        subject = case when x.subject = $2 then $3 else x.subject end,
        ${membersRenamed('before')}, ${membersRenamed('after')}`,
      key: [['id', 'bigint']],
      keys: [
        ...['x.actor = $2', 'x.subject = $2'],
        `(x.before ? 'openai_default_user' or x.after ? 'openai_default_user')
          and (x.before ->> 'openai_default_user' = $2 or x.after ->> 'openai_default_user' = $2)`,
      ]
        .map(entriesWhere)
        .join(' union '),
    },
  },
  {
    table: 'webhook_deliveries',
    holds: 'which events were delivered to which endpoint, with the first kilobyte of each reply',
    lasts: '30 days',
    people: ['tries'],
    others: ['webhook_id', 'event_id', 'state', 'lease_id'],
    ofClient: true,
    erasure: {
      kind: 'delete',
      rows: `(x.client_id, x.event_id) in (select e.client_id, e.id from events e
        where e.client_id = $1 and e.external_user_id = $2)`,
    },
  },
  {
    table: 'events',
    holds: 'what has happened, and to which user, without text',
    lasts: '30 days',
    people: ['external_user_id', 'data'],
    others: ['id', 'type'],
    ofClient: true,
    erasure: { kind: 'delete', rows: theirs },
  },
  {
    table: 'quota_notices',
    holds: 'which users have reached a limit on a day',
    lasts: asLongAsTheClient,
    people: ['external_user_id'],
    others: ['dimension', 'level'],
    ofClient: true,
    erasure: { kind: 'delete', rows: `${theirs} and x.day in (${daysInTable('quota_notices')})` },
  },
  {
    table: 'idempotency_keys',
    holds: 'the keys of requests, and who sent them',
    lasts: '24 hours',
    people: ['external_user_id', 'key', 'request_hash'],
    others: ['route', 'turn_id'],
    ofClient: true,
    erasure: { kind: 'delete', rows: theirs },
  },
  {
    table: 'lane_heads',
    holds: 'the users with queued jobs, for clients with a limit of concurrent turns',
    lasts: 'until the job starts',
    people: ['user_id'],
    others: ['lane', 'id'],
    ofClient: true,
    erasure: { kind: 'delete', rows: 'x.client_id = $1 and x.user_id = $2' },
  },
  ...tablesOfAccounts,
  {
    table: 'blocked_users',
    holds: 'blocked users',
    lasts: 'until the user is unblocked',
    people: ['external_user_id'],
    others: [],
    ofClient: true,
    erasure: { kind: 'with', table: 'erasures' },
  },
  {
    table: 'erasures',
    holds: 'users whose data is being erased',
    lasts: 'until the erasure has ended',
    people: ['external_user_id', 'behind'],
    others: ['pseudonym', 'step'],
    ofClient: true,
    erasure: { kind: 'with', table: 'erasures' },
  },
  {
    table: 'clients',
    holds: 'the partners: limits, flags, key hashes, and the user of requests that name none',
    lasts: asLongAsTheClient,
    people: ['openai_default_user'],
    others: [
      ...[
        'slug',
        'name',
        'source_app',
        'subscription_status',
        'default_agent',
        'model',
        'providers',
        'scopes',
      ],
      ...['openai_system', 'openai_user_header', 'origins', 'handoff_kid', 'key_hash', 'key_prefix'],
      ...['previous_key_hash', 'previous_key_successor'],
    ],
    ofClient: false,
    erasure: { kind: 'begun' },
  },
  ...tablesOfOperators,
];
