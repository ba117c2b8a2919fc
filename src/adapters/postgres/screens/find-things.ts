import type { FoundKind } from '#contract/console/found.ts';
import type { FoundRow } from '#core/screens/screen-store.ts';
import { isUuid } from '#core/shared/new-id.ts';
import { camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

/** What stands before the UUID in ids as clients and partners know them. */
const prefix = /^(?:evt_|resp_|chatcmpl-|hu:)/;
/** As far as a bigint goes. */
const number = /^[1-9]\d{0,17}$/;

/** What an id names, in one statement. */
export function findThings(
  database: Queryable,
  id: string,
  kinds: readonly FoundKind[],
  limit: number,
): Promise<FoundRow[]> {
  const bare = id.replace(prefix, '');
  const values = [id, limit, isUuid(bare) ? bare : null, number.test(id) ? id : null];
  const texts = lookups
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, text }) => `(select '${kind}' as kind, f.* from (${text}) f limit $2)`);
  return camelRows<FoundRow>(
    database,
    `select * from (${texts.join(' union all ')}) f order by at desc, kind, client_slug limit $2`,
    values,
  );
}

/** One look into an index for each client: `offset 0` keeps the planner from reading the table instead. */
const inEachClient = (columns: string, rows: string) =>
  `select c.slug as client_slug, ${columns} from clients c cross join lateral (${rows} offset 0) x
   where c.deleted_at is null`;

const byUuid = (table: string, columns: string) =>
  inEachClient(columns, `select * from ${table} t where t.client_id = c.id and t.id = $3::uuid`);

/** A person is known by a conversation, by a question that has ended, or by being blocked. */
const byIdentity = inEachClient(
  'x.id as user_id, null as detail, x.at',
  `(select v.external_user_id as id, v.last_message_at as at from conversations v
      where v.client_id = c.id and v.external_user_id = $1 order by v.last_message_at desc, v.id desc limit 1)
    union all (select t.external_user_id, t.created_at from turns t
      where t.client_id = c.id and t.external_user_id = $1 and t.finished_at is not null
      order by t.id desc limit 1)
    union all (select b.external_user_id, b.blocked_at from blocked_users b
      where b.client_id = c.id and b.external_user_id = $1)
    order by at desc limit 1`,
);

/** Client, user, detail and moment of what the id `$1`, the UUID `$3` or the number `$4` names, for each kind. */
const lookups: readonly { readonly kind: FoundKind; readonly text: string }[] = [
  {
    kind: 'turn',
    text: byUuid('turns', 'x.external_user_id as user_id, x.state as detail, x.created_at as at'),
  },
  {
    kind: 'request',
    text: `select c.slug as client_slug, t.external_user_id as user_id, t.state as detail, t.created_at as at
      from turns t join clients c on c.id = t.client_id where t.request_id = $1 and t.request_id <> ''`,
  },
  {
    kind: 'conversation',
    text: byUuid('conversations', 'x.external_user_id as user_id, null as detail, x.last_message_at as at'),
  },
  { kind: 'user', text: byIdentity },
  {
    kind: 'account',
    text: byUuid('hosted_users', `'hu:' || x.id as user_id, null as detail, x.created_at as at`),
  },
  {
    kind: 'event',
    text: byUuid('events', 'x.external_user_id as user_id, x.type as detail, x.created_at as at'),
  },
  { kind: 'webhook', text: byUuid('webhooks', 'null as user_id, null as detail, x.created_at as at') },
  {
    kind: 'process',
    text: `select null as client_slug, null as user_id, null as detail, p.started_at as at
      from processes p where p.id = $3::uuid`,
  },
  {
    kind: 'change',
    text: `select c.slug as client_slug, null as user_id, a.action as detail, a.at
      from audit_log a left join clients c on c.id = a.client_id where a.id = $4::bigint`,
  },
];
