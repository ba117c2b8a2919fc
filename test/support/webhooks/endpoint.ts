import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { Event } from '#contract/events/event-log.ts';
import type {
  WebhookDeliveryAnswer,
  Webhook as WebhookResource,
  WebhookSecretAnswer,
} from '#contract/events/webhooks.ts';
import type { Answered } from '../reading/answered.ts';
import { until } from '../reading/until.ts';
import type { Partner } from '../world/partner.ts';
import type { Received, Receiver } from './receiver.ts';

/** This machine is no public address. */
export const env = { PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8' };
export const scopes = ['chat', 'webhooks'];

export async function create(
  partner: Partner,
  { url }: Receiver,
  more: object = {},
): Promise<WebhookSecretAnswer> {
  const answer = await partner.post('/webhooks', { url, ...more });
  assert.equal(answer.status, 201, answer.text);
  const webhook: WebhookSecretAnswer = JSON.parse(answer.text);
  assert.equal(answer.headers.get('location'), `/v1/webhooks/${webhook.id}`);
  return webhook;
}

export async function change(partner: Partner, path: string, body: object): Promise<WebhookResource> {
  const response = await partner.request('PATCH', path, body);
  assert.equal(response.status, 200);
  return JSON.parse(await response.text());
}

export async function sendTest(partner: Partner, id: string, receiver: Receiver, count: number) {
  const answer: Answered = await partner.post(`/webhooks/${id}/test`, {});
  assert.equal(answer.status, 202, answer.text);
  return receiver.until(count);
}

export async function readDelivery(
  partner: Partner,
  id: string,
  event: string,
): Promise<WebhookDeliveryAnswer> {
  return JSON.parse((await partner.get(`/webhooks/${id}/deliveries/${event}`)).text);
}

export function deliveryOf(partner: Partner, id: string, event: string, state: string) {
  return until(async () => {
    const delivery = await readDelivery(partner, id, event);
    return delivery.state === state && delivery;
  });
}

export async function deliveries(
  partner: Partner,
  id: string,
  state?: string,
): Promise<WebhookDeliveryAnswer[]> {
  const query = state === undefined ? '' : `?state=${state}`;
  return JSON.parse((await partner.get(`/webhooks/${id}/deliveries${query}`)).text).data;
}

export function verify(delivery: Received | undefined, secret: string): Event {
  assert.ok(delivery !== undefined);
  const { body, headers } = delivery;
  new Webhook(secret).verify(body, headers);
  return JSON.parse(body);
}

export async function runJob(partner: Partner) {
  const body = { prompt: 'A question', context: { external_user_id: 'user-1' } };
  return partner.finalJob(JSON.parse((await partner.post('/jobs', body)).text).job_uuid);
}
