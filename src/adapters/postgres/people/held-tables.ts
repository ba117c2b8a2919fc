import { daysInTable } from './days-in-table.ts';
import { endedTurnsOf } from './turns-of-person.ts';

/** What an erasure does about a table with columns of a person. The comments of the schema say which columns those are. */
export interface HeldTable {
  readonly table: string;
  readonly erasure: PersonErasure;
}

/** In conditions, $1 is the client and $2 the person's identity. */
export type PersonErasure =
  /** Nothing is done: its rows are no end user's, and belong to no client. */
  | { readonly kind: 'none' }
  /** The rows go together with those of another table, or with the erasure itself. */
  | { readonly kind: 'with'; readonly table: string }
  /** The rows stay, and what is a person's in them was removed in the transaction that began the erasure. */
  | { readonly kind: 'begun' }
  /** Deletes the rows that the condition on `x` selects. */
  | { readonly kind: 'delete'; readonly rows: string }
  /** Keeps rows because a count must stay true, without anything of the person. $3 is the pseudonym. */
  | {
      readonly kind: 'rewrite';
      readonly rows: string;
      readonly set: string;
      /** The columns, besides `client_id`, by which rows are looked up and batches resume, with their types. */
      readonly key: readonly (readonly [column: string, type: string])[];
      /**
       * Selects each key of the person once, and by an index: an erasure must not cost more where others have sent
       * more.
       */
      readonly keys: string;
    };

const none: PersonErasure = { kind: 'none' };
const theirs = 'x.client_id = $1 and x.external_user_id = $2';

const inTheirConversations: PersonErasure = {
  kind: 'delete',
  rows: `(x.client_id, x.conversation_id) in (select v.client_id, v.id from conversations v
    where v.client_id = $1 and v.external_user_id = $2)`,
};

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

/** Every table with columns of a person, in the order in which an erasure goes through them: texts first. */
export const heldTables: readonly HeldTable[] = [
  {
    table: 'turn_output',
    erasure: {
      kind: 'delete',
      rows: `(x.client_id, x.turn_id) in (select t.client_id, t.id from turns t where ${endedTurnsOf('$2')})`,
    },
  },
  { table: 'ratings', erasure: inTheirConversations },
  { table: 'messages', erasure: inTheirConversations },
  { table: 'response_requests', erasure: inTheirConversations },
  { table: 'turn_steps', erasure: inTheirConversations },
  { table: 'tool_calls', erasure: inTheirConversations },
  { table: 'conversations', erasure: { kind: 'delete', rows: theirs } },
  {
    table: 'turns',
    erasure: renamed(
      'id',
      'uuid',
      `select t.id from turns t where ${endedTurnsOf('$2')}`,
      ', idempotency_key = null, request_id = null, facts = null, page = null',
    ),
  },
  { table: 'usage_users', erasure: renamed('day', 'date', daysInTable('usage_users')) },
  {
    table: 'ledger',
    // The turns have the pseudonym by now, also where a process of another release has gone through them.
    erasure: renamed('turn_id', 'uuid', `select t.id as turn_id from turns t where ${endedTurnsOf('$3')}`),
  },
  {
    table: 'audit_log',
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
    table: 'guidance',
    erasure: {
      kind: 'rewrite',
      rows: 'x.client_id = $1 and (x.draft_by = $2 or x.published_by = $2)',
      set: ['draft_by', 'published_by']
        .map((column) => `${column} = case when x.${column} = $2 then $3 else x.${column} end`)
        .join(', '),
      key: [['agent_slug', 'text']],
      keys: `select x.agent_slug from guidance x
        where x.client_id = $1 and (x.draft_by = $2 or x.published_by = $2)`,
    },
  },
  {
    table: 'guidance_versions',
    erasure: {
      kind: 'rewrite',
      rows: 'x.client_id = $1 and x.published_by = $2',
      set: 'published_by = $3',
      key: [
        ['agent_slug', 'text'],
        ['version', 'integer'],
      ],
      keys: 'select x.agent_slug, x.version from guidance_versions x where x.client_id = $1 and x.published_by = $2',
    },
  },
  {
    table: 'webhook_deliveries',
    erasure: {
      kind: 'delete',
      rows: `(x.client_id, x.event_id) in (select e.client_id, e.id from events e
        where e.client_id = $1 and e.external_user_id = $2)`,
    },
  },
  { table: 'events', erasure: { kind: 'delete', rows: theirs } },
  {
    table: 'quota_notices',
    erasure: { kind: 'delete', rows: `${theirs} and x.day in (${daysInTable('quota_notices')})` },
  },
  { table: 'idempotency_keys', erasure: { kind: 'delete', rows: theirs } },
  { table: 'lane_heads', erasure: { kind: 'delete', rows: 'x.client_id = $1 and x.user_id = $2' } },
  // The sessions and codes of people who sign in are deleted by the foreign key.
  { table: 'login_codes', erasure: { kind: 'with', table: 'hosted_users' } },
  { table: 'login_sessions', erasure: { kind: 'with', table: 'hosted_users' } },
  {
    table: 'hosted_users',
    erasure: {
      kind: 'rewrite',
      rows: 'x.client_id = $1 and x.link_issued_by = $2',
      set: 'link_issued_by = $3',
      key: [['id', 'uuid']],
      keys: 'select x.id from hosted_users x where x.client_id = $1 and x.link_issued_by = $2',
    },
  },
  { table: 'login_throttle', erasure: none },
  { table: 'blocked_users', erasure: { kind: 'with', table: 'erasures' } },
  { table: 'erasures', erasure: { kind: 'with', table: 'erasures' } },
  { table: 'clients', erasure: { kind: 'begun' } },
  // The people of the console are no end users: the operator removes them.
  { table: 'operators', erasure: none },
  { table: 'operator_links', erasure: none },
  { table: 'operator_passkeys', erasure: none },
  { table: 'operator_sessions', erasure: none },
  { table: 'operator_ceremonies', erasure: none },
];

/** The step of an erasure that removes documents. */
export const corporaOfClients = 'corpora';

/** Everything that belongs to a client. Its own row goes last, and with it the row of its erasure. */
export const tablesOfClients: readonly string[] = [
  ...heldTables
    .filter(({ erasure: { kind }, table }) => kind !== 'none' && kind !== 'begun' && table !== 'erasures')
    .map(({ table }) => table),
  // With the documents in them, which are the client's own, and what finds these.
  corporaOfClients,
  ...['client_agents', 'unlisted_conversations', 'brands', 'usage_clients', 'usage_models', 'usage_months'],
  ...['usage_model_entries', 'usage_calls', 'usage_call_months', 'usage_call_entries', 'refusal_minutes'],
  ...['turn_traces', 'webhooks', 'burst_windows', 'tools', 'tool_servers', 'unanswered', 'cited'],
  ...['retention_passes', 'turn_readers', 'lane_clients'],
];
