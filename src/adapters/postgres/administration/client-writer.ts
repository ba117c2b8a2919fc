import { quotaDimensions } from '#contract/quota.ts';
import type { ClientSettings } from '#core/administration/client-settings.ts';
import type { ClientWriter, NewClient, PrivacyChoice } from '#core/administration/tenant-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { NewApiKey } from '#core/identity/api-key.ts';
import { waitingIsRefunded } from '#core/turn/is-refunded.ts';
import type { Transaction } from '../database/database.ts';
import { PostgresEventLogStore } from '../events/event-log-store.ts';
import { limitColumn } from '../usage/dimension-columns.ts';
import { keyWasUsed, PostgresClientStore, previousKeyLasts } from './client-store.ts';

const settingColumns = [
  'name',
  'subscription_status',
  'daily_limit',
  ...quotaDimensions.map(limitColumn),
  'deep_dive_enabled',
  'default_agent',
  'model',
  'providers',
  'scopes',
  'origins',
  'burst_per_minute',
  'concurrent_turns',
  'concurrent_turns_per_user',
  'retention_days',
  'knowledge_bytes',
  'show_cost',
  'openai_system',
  'openai_user_header',
  'openai_default_user',
];
const insertColumns = ['slug', 'source_app', 'handoff_kid', 'key_hash', 'key_prefix', ...settingColumns];
const insertion = `insert into clients (${insertColumns.join(', ')})
  values (${insertColumns.map((_, index) => `$${index + 1}`).join(', ')})
  on conflict do nothing returning id`;
const saving = settingColumns.map((column, index) => `${column} = $${index + 2}`).join(', ');

/** Writes clients, inside a transaction. */
export class PostgresClientWriter implements ClientWriter {
  readonly #transaction: Transaction;

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  find(slug: string): Promise<Client | null> {
    return new PostgresClientStore(this.#transaction).findBySlug(slug);
  }

  async insert(client: NewClient): Promise<boolean> {
    const { slug, sourceApp, handoffKid, key } = client;
    const values = [slug, sourceApp, handoffKid, key.hash, key.prefix, ...settingValues(client)];
    return (await this.#transaction.query(insertion, values)).length === 1;
  }

  /**
   * An admission locks its client's usage row of the day until it commits, so a transaction that holds that row
   * excludes admissions. Around midnight an admission may hold the row of the previous day, or of the next one, when it
   * begins later than this transaction. The rows of both days are locked in the order of the turn functions, which the
   * cancellation of turns of either day relies on.
   */
  async lock(slug: string): Promise<Client | null> {
    await this.#transaction.query(
      `insert into usage_clients (client_id, day)
       select c.id, d.day from clients c,
         (select ((now() - interval '1 minute') at time zone 'utc')::date
          union select ((now() + interval '1 minute') at time zone 'utc')::date) d(day)
       where c.slug = $1 order by d.day on conflict do nothing`,
      [slug],
    );
    await this.#transaction.query(
      `select from usage_clients where client_id = (select id from clients where slug = $1)
         and day >= utc_day() - 1 order by day for update`,
      [slug],
    );
    return this.find(slug);
  }

  save(id: number, settings: ClientSettings): Promise<void> {
    return this.#update(id, saving, settingValues(settings));
  }

  setEnabled(id: number, enabled: boolean): Promise<void> {
    return this.#update(id, 'enabled = $2', [enabled]);
  }

  setKey(id: number, key: Omit<NewApiKey, 'key'>, overlapSeconds: number): Promise<void> {
    return this.#update(
      id,
      `key_hash = $2::bytea, key_prefix = $3,
       previous_key_hash = case when $4::integer > 0 then key_hash end,
       previous_key_until = case when $4 > 0 then now() + make_interval(secs => $4) end,
       previous_key_successor = case when $4 > 0 then $2::bytea end`,
      [key.hash, key.prefix, overlapSeconds],
    );
  }

  async succeedKey(
    id: number,
    { hash, prefix }: Omit<NewApiKey, 'key'>,
    overlapSeconds: number,
  ): Promise<boolean> {
    // The condition is judged once more where a first use of the key was being noted.
    const replaced = await this.#transaction.query(
      `update clients c set key_hash = $2, key_prefix = $3,
         previous_key_hash = case when ${previousKeyLasts} then c.previous_key_hash else c.key_hash end,
         previous_key_until = greatest(case when ${previousKeyLasts} then c.previous_key_until end,
           statement_timestamp() + make_interval(secs => $4)),
         previous_key_successor = $2, version = c.version + 1, updated_at = now()
       where c.id = $1 and not (${previousKeyLasts} and ${keyWasUsed}) returning c.id`,
      [id, hash, prefix, overlapSeconds],
    );
    return replaced.length > 0;
  }

  endPreviousKey(id: number): Promise<void> {
    return this.#update(
      id,
      'previous_key_hash = null, previous_key_until = null, previous_key_successor = null',
    );
  }

  setPrivacy(id: number, { conversationsPrivate, modelLinks }: PrivacyChoice): Promise<void> {
    return this.#update(id, 'conversations_private = $2, model_links = coalesce($3, model_links)', [
      conversationsPrivate,
      modelLinks ?? null,
    ]);
  }

  setHandoffKid(id: number, kid: string): Promise<void> {
    return this.#update(id, 'handoff_kid = $2', [kid]);
  }

  retire(id: number): Promise<void> {
    return this.#update(id, `slug = 'deleted:' || id, source_app = 'deleted:' || id, deleted_at = now()`);
  }

  async bindAgent(id: number, agentSlug: string, bound: boolean): Promise<void> {
    await this.#transaction.query(
      `insert into client_agents (client_id, agent_slug, bound) values ($1, $2, $3)
       on conflict (client_id, agent_slug) do update set bound = excluded.bound`,
      [id, agentSlug, bound],
    );
    await this.#update(id, 'slug = slug');
    if (!bound) await this.#expireActions(id);
  }

  async bumpVersion(id: number): Promise<void> {
    await this.#transaction.query('update clients set version = version + 1 where id = $1', [id]);
    await this.#expireActions(id);
  }

  async beginEvents(id: number): Promise<void> {
    await new PostgresEventLogStore(this.#transaction, this.#transaction).begin(id);
  }

  async bumpAllVersions(): Promise<void> {
    await this.#transaction.query('select from clients order by id for update');
    await this.#transaction.query('update clients set version = version + 1');
    await this.#expireActions(null);
  }

  async endLoginSessions(
    id: number,
    userId: string | null,
    exceptSessionId: string | null = null,
  ): Promise<void> {
    await this.#transaction.query(
      `delete from login_sessions where client_id = $1 and ($2::uuid is null or user_id = $2)
         and ($3::text is null or id <> $3)`,
      [id, userId, exceptSessionId],
    );
    // Unfinished sign-ins end too, and for a single user the mailed codes as well.
    await this.#transaction.query(
      `delete from login_codes where client_id = $1
         and (user_id = $2 or ($2::uuid is null and purpose not in ('reset', 'invite')))`,
      [id, userId],
    );
  }

  /** Locks what cancel_turns will lock: days, users and conversations, each in the global lock order. */
  async cancelTurns(
    id: number,
    identity: string | null,
    reason: 'client_disabled' | 'user_disabled' | 'user_blocked',
  ): Promise<void> {
    const underWay = `select * from turns where client_id = $1 and (state = 'queued' or state = 'running')
      and ($2::text is null or external_user_id = $2)`;
    await this.#transaction.query(
      `select from usage_clients where client_id = $1 and day in (select charge_day from (${underWay}) t)
       order by day for update`,
      [id, identity],
    );
    await this.#transaction.query(
      `select from usage_users u where client_id = $1 and (day, external_user_id) in
         (select charge_day, external_user_id from (${underWay}) t) order by day, external_user_id for update`,
      [id, identity],
    );
    await this.#transaction.query(
      `select from conversations where client_id = $1 and id in
         (select conversation_id from (${underWay}) t) order by id for update`,
      [id, identity],
    );
    await this.#transaction.query('select from cancel_turns($1, $2, null, $3, $4)', [
      id,
      identity,
      reason,
      waitingIsRefunded,
    ]);
    await this.#expireActions(id);
  }

  /** Those that the change has left without anybody who could say yes. */
  async #expireActions(id: number | null): Promise<void> {
    await this.#transaction.query('select expire_actions($1, null)', [id]);
  }

  async #update(id: number, assignments: string, values: readonly unknown[] = []): Promise<void> {
    await this.#transaction.query(
      `update clients set ${assignments}, version = version + 1, updated_at = now() where id = $1`,
      [id, ...values],
    );
  }
}

/** In the order of `settingColumns`. */
function settingValues(settings: ClientSettings): readonly unknown[] {
  return [
    settings.name,
    settings.subscriptionStatus,
    settings.dailyLimit,
    ...quotaDimensions.map((name) => settings.userLimits[name]),
    settings.deepDiveEnabled,
    settings.defaultAgent,
    settings.model,
    settings.providers,
    settings.scopes,
    settings.origins,
    settings.burstPerMinute,
    settings.concurrentTurns,
    settings.concurrentTurnsPerUser,
    settings.retentionDays,
    settings.knowledgeBytes,
    settings.showCost,
    settings.openAi.system,
    settings.openAi.userHeader,
    settings.openAi.defaultUser,
  ];
}
