import type { SecretName } from '#core/shared/secret-name.ts';
import type { Delivery, Webhook, WebhookSettings } from '#core/webhooks/webhook.ts';
import type {
  DeliveryQuery,
  NewWebhook,
  Replayed,
  ReplayQuery,
  WebhookWriter,
} from '#core/webhooks/webhook-store.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';

const deliverySql = `select d.event_id, e.type, d.state, d.attempts, d.due_at, d.tries, d.created_at, d.ended_at
  from webhook_deliveries d join events e on e.client_id = d.client_id and e.id = d.event_id
  where d.client_id = $1 and d.webhook_id = $2`;

/** Reads and, inside a transaction, changes endpoints. */
export class PostgresWebhookStore implements WebhookWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(clientId: number): Promise<readonly Webhook[]> {
    const text = `select ${webhookColumns} from webhooks where client_id = $1 order by id`;
    return (await camelRows<WebhookRow>(this.#database, text, [clientId])).map(webhookOf);
  }

  async find(clientId: number, id: string): Promise<Webhook | null> {
    const text = `select ${webhookColumns} from webhooks where client_id = $1 and id = $2`;
    const row = await camelRow<WebhookRow>(this.#database, text, [clientId, id]);
    return row && webhookOf(row);
  }

  deliveries(query: DeliveryQuery): Promise<readonly Delivery[]> {
    const { clientId, webhookId, state, before, limit } = query;
    return camelRows(
      this.#database,
      `${deliverySql} and ($3::text is null or d.state = $3) and ($4::uuid is null or d.event_id < $4)
       order by d.event_id desc limit $5`,
      [clientId, webhookId, state, before, limit],
    );
  }

  delivery(clientId: number, webhookId: string, eventId: string): Promise<Delivery | null> {
    return camelRow(this.#database, `${deliverySql} and d.event_id = $3`, [clientId, webhookId, eventId]);
  }

  async insert({ clientId, id, secret, url, types, description, enabled }: NewWebhook): Promise<void> {
    await this.#database.query(
      `insert into webhooks (client_id, id, generation, secret_key, url, types, description, enabled)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [clientId, id, secret.generation, secret.key, url, types, description, enabled],
    );
  }

  async lock(clientId: number, id: string): Promise<void> {
    const text = 'select from webhooks where client_id = $1 and id = $2 for update';
    await this.#database.query(text, [clientId, id]);
  }

  async save({ clientId, id }: Pick<Webhook, 'clientId' | 'id'>, settings: WebhookSettings): Promise<void> {
    const { url, types, description, enabled } = settings;
    await this.#database.query(
      `update webhooks set url = $3, types = $4, description = $5, enabled = $6, updated_at = now(),
         failing_since = case when ($6 and not enabled) or url <> $3 then null else failing_since end,
         failures = case when ($6 and not enabled) or url <> $3 then 0 else failures end,
         disabled_reason = case when not $6 then disabled_reason end,
         disabled_at = case when $6 then null else coalesce(disabled_at, now()) end
       where client_id = $1 and id = $2`,
      [clientId, id, url, types, description, enabled],
    );
  }

  /** The number of signing secrets is limited, so that the header stays short. */
  async setSecret(
    { clientId, id, previousSecrets }: Webhook,
    secret: SecretName,
    overlapSeconds: number,
  ): Promise<void> {
    await this.#database.query(
      `update webhooks set previous_secrets = case when $5::integer > 0
           then $6::jsonb || jsonb_build_object('generation', generation, 'key', secret_key,
             'until', now() + make_interval(secs => $5)) else '[]' end,
         generation = $3, secret_key = $4, updated_at = now()
       where client_id = $1 and id = $2`,
      [
        clientId,
        id,
        secret.generation,
        secret.key,
        overlapSeconds,
        JSON.stringify(previousSecrets.slice(-3)),
      ],
    );
  }

  /** A delivery that another transaction adds meanwhile is never claimed, and goes with its event. */
  async delete(clientId: number, id: string): Promise<void> {
    const key = [clientId, id];
    await this.#database.query(
      'delete from webhook_deliveries where client_id = $1 and webhook_id = $2',
      key,
    );
    await this.#database.query('delete from webhooks where client_id = $1 and id = $2', key);
  }

  async test(clientId: number, id: string): Promise<string> {
    const [event] = await this.#database.query<{ id: string }>(
      `with stored as (
         insert into events (client_id, id, type, data)
           values ($1, event_id(), 'webhook.test', jsonb_build_object('webhook_id', $2::uuid)) returning id
       )
       insert into webhook_deliveries (client_id, webhook_id, event_id) select $1, $2, id from stored
       returning event_id as id`,
      [clientId, id],
    );
    if (event === undefined) throw new Error('The test was not stored');
    return event.id;
  }

  async replay(query: ReplayQuery): Promise<Replayed> {
    const { clientId, webhookId, since, until, types, onlyFailed, afterId, limit } = query;
    const [row] = await this.#database.query<{ replayed: number; last_id: string | null }>(replaySql, [
      clientId,
      webhookId,
      since,
      until,
      types,
      onlyFailed,
      limit,
      firstIdAt(since),
      afterId,
    ]);
    return { deliveries: row?.replayed ?? 0, lastId: row?.last_id ?? null };
  }

  async retry(clientId: number, webhookId: string, eventId: string): Promise<void> {
    await this.#database.query(
      `update webhook_deliveries
       set state = 'pending', step = 0, due_at = now(), ended_at = null, lease_id = null
       where client_id = $1 and webhook_id = $2 and event_id = $3 and (lease_id is null or due_at <= now())`,
      [clientId, webhookId, eventId],
    );
  }
}

/**
 * $4: the end, or null for now by the database's clock, which dated the events: a process's clock lacks the
 * microseconds, so a page could miss the newest event, and the next page would begin after it. $5: types or null. $8:
 * an id below those of the events. $9: the last event of the previous page, or null. A delivery that waits for its next
 * attempt stays as it is. Nothing is sent about a user whose data is being erased.
 */
const replaySql = `
  with chosen as (
    select e.client_id, e.id from events e
    left join webhook_deliveries d on d.client_id = e.client_id and d.webhook_id = $2 and d.event_id = e.id
    where e.client_id = $1 and e.id >= $8 and ($9::uuid is null or e.id > $9) and e.created_at >= $3
      and e.created_at < coalesce($4, now())
      and ($5::text[] is null or e.type = any ($5)) and (e.type <> 'webhook.test' or d.event_id is not null)
      and d.state is distinct from 'pending' and (not $6 or d.state is distinct from 'delivered')
      and not exists (select from erasures r where r.client_id = $1 and r.external_user_id = e.external_user_id)
    order by e.id limit $7
  ), replayed as (
    insert into webhook_deliveries (client_id, webhook_id, event_id) select client_id, $2, id from chosen
    on conflict (client_id, webhook_id, event_id)
      do update set state = 'pending', step = 0, due_at = now(), ended_at = null, lease_id = null
    returning event_id
  )
  select (select count(*) from replayed) as replayed, (select id from chosen order by id desc limit 1) as last_id`;

/** The lowest UUID of version 7 of a millisecond. An event gets its id after its transaction has begun. */
function firstIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** As JSON holds them. */
export type StoredSecrets = readonly { generation: number; key: string; until: string }[];

interface WebhookRow extends Omit<Webhook, 'previousSecrets'> {
  readonly previousSecrets: StoredSecrets;
}

const webhookColumns = `client_id, id, url, types, description, enabled,
  jsonb_build_object('generation', generation, 'key', secret_key) as secret,
  (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(previous_secrets) p
   where (p ->> 'until')::timestamptz > now()) as previous_secrets,
  failing_since, disabled_reason, disabled_at, created_at, updated_at`;

function webhookOf(row: WebhookRow): Webhook {
  return { ...row, previousSecrets: previousSecretsOf(row.previousSecrets) };
}

export function previousSecretsOf(stored: StoredSecrets): Webhook['previousSecrets'] {
  return stored.map((one) => ({ ...one, until: new Date(one.until) }));
}
