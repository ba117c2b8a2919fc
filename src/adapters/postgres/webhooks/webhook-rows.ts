import type { Webhook } from '#core/webhooks/webhook.ts';

/** As JSON holds them. */
export type StoredSecrets = readonly { generation: number; key: string; until: string }[];

export interface WebhookRow extends Omit<Webhook, 'previousSecrets'> {
  readonly previousSecrets: StoredSecrets;
}

export const webhookColumns = `client_id, id, url, types, description, enabled,
  jsonb_build_object('generation', generation, 'key', secret_key) as secret,
  (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(previous_secrets) p
   where (p ->> 'until')::timestamptz > now()) as previous_secrets,
  failing_since, disabled_reason, disabled_at, created_at, updated_at`;

export function webhookOf(row: WebhookRow): Webhook {
  return { ...row, previousSecrets: previousSecretsOf(row.previousSecrets) };
}

export function previousSecretsOf(stored: StoredSecrets): Webhook['previousSecrets'] {
  return stored.map((one) => ({ ...one, until: new Date(one.until) }));
}
