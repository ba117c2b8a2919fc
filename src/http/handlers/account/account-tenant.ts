import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { checkTokenEndpoint } from '#core/administration/tenant/check-token-endpoint.ts';
import { presentEmbedding, presentSubscription } from '#core/administration/tenant/present-tenant.ts';
import type { Client } from '#core/clients/client.ts';
import { checkEmbedding } from '#core/clients/embedding.ts';
import { countHourly } from '#core/sign-in/hourly-limits.ts';
import { readTenantUsage } from '#core/usage/read-tenant-usage.ts';
import type { Handler } from '../../routing/call.ts';
import { type AccountServices, actorOf } from './account-services.ts';

type Endpoints = typeof accountEndpoints;

export function getUsage({ administration, tenantUsage }: AccountServices): Handler<Endpoints['getUsage']> {
  return async ({ caller }) => ({
    body: await readTenantUsage(administration.reports, tenantUsage, caller.client),
  });
}

export function getSubscription(): Handler<Endpoints['getSubscription']> {
  return async ({ caller }) => ({ body: presentSubscription(caller.client) });
}

export function getEmbedding(services: AccountServices): Handler<Endpoints['getEmbedding']> {
  return async ({ caller: { client } }) => ({ body: await embeddingOf(services, client) });
}

export function updateEmbedding(services: AccountServices): Handler<Endpoints['updateEmbedding']> {
  return async ({ caller, body: { origins } }) => {
    const { administration } = services;
    const client = await administration.clients.update(actorOf(caller), caller.client.slug, { origins });
    return { body: await embeddingOf(services, client) };
  };
}

export function embeddingCheck({
  hosts,
  sendToPartner,
  throttle,
}: AccountServices): Handler<Endpoints['checkEmbedding']> {
  return async ({ caller: { client }, body }) => {
    const findings = [...checkEmbedding(hosts.tenantUrl(client.slug), client.origins, body)];
    if (body.token_endpoint) {
      await countHourly(throttle, 'endpoint-checks', client.slug);
      findings.push(await checkTokenEndpoint(sendToPartner, body.page_url, body.token_endpoint));
    }
    return { body: { ok: true, findings } };
  };
}

async function embeddingOf({ hosts, launcher, brands }: AccountServices, client: Client) {
  const [current, { accent }] = await Promise.all([launcher.current(), brands.find(client)]);
  return presentEmbedding(client, hosts.tenantUrl(client.slug), current, accent);
}
