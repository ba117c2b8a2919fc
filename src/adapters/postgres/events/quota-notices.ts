import { noticeName, type QuotaNotice, quotaEvent } from '#core/turn/admission/quota-notices.ts';
import type { Statement } from '../database/statement-group.ts';

/** Enough for every user of a busy day; forgetting a notice costs a statement, and it is not stored twice. */
const maxKnown = 50_000;

/** What this process has announced, so that a client above its threshold does not pay for each further turn. */
export class AnnouncedQuotas {
  readonly #names = new Set<string>();

  unknownOf(notices: readonly QuotaNotice[]): readonly QuotaNotice[] {
    return notices.filter((notice) => !this.#names.has(noticeName(notice)));
  }

  /** Called once they are committed. */
  add(notices: readonly QuotaNotice[]): void {
    if (this.#names.size + notices.length > maxKnown) this.#names.clear();
    for (const notice of notices) this.#names.add(noticeName(notice));
  }
}

/** Announces what was not announced on this day, in one statement. */
export function announceQuotas(notices: readonly QuotaNotice[]): Statement {
  const events = notices.map(quotaEvent);
  return {
    text: announceSql,
    values: [
      notices.map(({ clientId }) => clientId),
      notices.map(({ userId }) => userId ?? ''),
      notices.map(({ dimension }) => dimension),
      notices.map(({ level }) => level),
      events.map(({ type }) => type),
      events.map(({ data }) => JSON.stringify(data)),
      notices.map(({ day }) => day),
    ],
  };
}

/** Rows in key order, as all transactions insert them. */
const announceSql = `
  with a as materialized (
    select client_id, user_id, dimension, level, type, data, day, place
    from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::date[])
      with ordinality a(client_id, user_id, dimension, level, type, data, day, place)
  ), announced as (
    insert into quota_notices (client_id, day, external_user_id, dimension, level)
      select client_id, day, user_id, dimension, level from a order by 1, 2, 3, 4, 5
    on conflict do nothing
    returning client_id, external_user_id, dimension, level
  )
  select record_events(array_agg(a.client_id order by a.place), array_agg(a.type order by a.place),
      array_agg(nullif(a.user_id, '') order by a.place), array_agg(a.data order by a.place)) as recorded
  from announced n join a on a.client_id = n.client_id and a.user_id = n.external_user_id
    and a.dimension = n.dimension and a.level = n.level
  having count(*) > 0`;
