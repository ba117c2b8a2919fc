import type { WebhookTry } from '#contract/events/webhooks.ts';
import { newId } from '#core/shared/new-id.ts';
import { type AttemptDecision, disabling } from '#core/webhooks/decide-attempt.ts';
import type {
  ClaimedDelivery,
  ClaimLimits,
  DeliveryStore,
  SettledAs,
} from '#core/webhooks/delivery-store.ts';
import { Batcher } from '../database/batcher.ts';
import type { Queryable } from '../database/database.ts';
import { isAway } from '../database/database-errors.ts';
import { previousSecretsOf, type StoredSecrets } from './webhook-store.ts';

interface ClaimedRow {
  readonly client_id: number;
  readonly webhook_id: string;
  readonly url: string;
  readonly generation: number;
  readonly secret_key: string;
  readonly previous_secrets: StoredSecrets;
  readonly step: number;
  readonly event_id: string;
  readonly type: string;
  readonly external_user_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
  readonly claimed_at: Date;
}

const claimSql = "select * from take_due_deliveries($1, $2, $3, $4, $5 * interval '1 ms', $6, $7)";

const settleSql = "select settle_try($1, $2, $3, $4, $5, $6, $7 * interval '1 ms', $8, $9, $10) as settled";

const settleDeliveredSql =
  'select settle_delivered($1::integer[], $2::uuid[], $3::uuid[], $4::uuid[], $5::jsonb[]) as places';

/** More than a process attempts at a time. */
const settledAtOnce = 256;

const releaseSql = `update webhook_deliveries
  set lease_id = null, due_at = now() + $5 * interval '1 ms', attempts = attempts - 1
  where client_id = $1 and webhook_id = $2 and event_id = $3 and lease_id = $4`;

const delivered: AttemptDecision = { kind: 'delivered' };

interface Success {
  readonly delivery: ClaimedDelivery;
  readonly attempt: WebhookTry;
}

/** Stores the successes that arrive while others are being stored in one statement: most attempts succeed. */
export class PostgresDeliveryStore implements DeliveryStore {
  readonly #database: Queryable;
  readonly #successes: Batcher<Success, SettledAs>;

  constructor(database: Queryable) {
    this.#database = database;
    this.#successes = new Batcher((batch) => this.#settleDelivered(batch), settledAtOnce, isAway);
  }

  async claim(limitsOfClaim: ClaimLimits): Promise<readonly ClaimedDelivery[]> {
    const { count, perEndpoint, perClient, leaseMs, grown } = limitsOfClaim;
    const leaseId = newId();
    const most = [grown.map(({ webhookId }) => webhookId), grown.map((window) => window.most)];
    const limits = [count, perEndpoint, perClient, leaseMs, ...most];
    const rows = await this.#database.query<ClaimedRow>(claimSql, [leaseId, ...limits]);
    return rows.map((row) => ({
      leaseId,
      webhook: {
        clientId: row.client_id,
        id: row.webhook_id,
        url: row.url,
        secret: { generation: row.generation, key: row.secret_key },
        previousSecrets: previousSecretsOf(row.previous_secrets),
      },
      event: {
        id: row.event_id,
        type: row.type,
        userId: row.external_user_id,
        data: row.data,
        at: row.created_at,
      },
      step: row.step,
      claimedAt: row.claimed_at,
    }));
  }

  settle(delivery: ClaimedDelivery, decision: AttemptDecision, attempt: WebhookTry): Promise<SettledAs> {
    return decision.kind === 'delivered'
      ? this.#successes.submit({ delivery, attempt })
      : this.#settleOne(delivery, decision, attempt);
  }

  async #settleDelivered(batch: readonly Success[]): Promise<readonly SettledAs[]> {
    const [row] = await this.#database.query<{ places: readonly number[] | null }>(settleDeliveredSql, [
      batch.map(({ delivery }) => delivery.webhook.clientId),
      batch.map(({ delivery }) => delivery.webhook.id),
      batch.map(({ delivery }) => delivery.event.id),
      batch.map(({ delivery }) => delivery.leaseId),
      batch.map(({ attempt }) => JSON.stringify(attempt)),
    ]);
    const stored = new Set(row?.places ?? []);
    return Promise.all(
      batch.map(({ delivery, attempt }, index) =>
        stored.has(index + 1) ? 'settled' : this.#settleOne(delivery, delivered, attempt),
      ),
    );
  }

  async #settleOne(
    delivery: ClaimedDelivery,
    decision: AttemptDecision,
    attempt: WebhookTry,
  ): Promise<SettledAs> {
    const delayMs = decision.kind === 'again' ? decision.delayMs : null;
    const [row] = await this.#database.query<{ settled: SettledAs }>(settleSql, [
      ...keyOf(delivery),
      delivery.webhook.url,
      decision.kind,
      delayMs,
      JSON.stringify(attempt),
      disabling.days,
      disabling.tries,
    ]);
    return row?.settled ?? 'lost';
  }

  async release(delivery: ClaimedDelivery, delayMs: number): Promise<void> {
    await this.#database.query(releaseSql, [...keyOf(delivery), delayMs]);
  }
}

function keyOf({ webhook, event, leaseId }: ClaimedDelivery): readonly unknown[] {
  return [webhook.clientId, webhook.id, event.id, leaseId];
}
