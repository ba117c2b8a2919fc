import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { presentEmbedding, presentSubscription } from '#core/administration/present-tenant.ts';
import { checkEmbedding } from '#core/clients/embedding.ts';
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

export function getEmbedding({ hosts, launcher }: AccountServices): Handler<Endpoints['getEmbedding']> {
  return async ({ caller: { client } }) => ({
    body: presentEmbedding(client, hosts.tenantUrl(client.slug), await launcher.current()),
  });
}

export function updateEmbedding({
  hosts,
  administration,
  launcher,
}: AccountServices): Handler<Endpoints['updateEmbedding']> {
  return async ({ caller, body: { origins } }) => {
    const { slug } = caller.client;
    const client = await administration.clients.update(actorOf(caller), slug, { origins });
    return { body: presentEmbedding(client, hosts.tenantUrl(slug), await launcher.current()) };
  };
}

export function embeddingCheck({ hosts }: AccountServices): Handler<Endpoints['checkEmbedding']> {
  return async ({ caller: { client }, body }) => ({
    body: { ok: true, findings: [...checkEmbedding(hosts.tenantUrl(client.slug), client.origins, body)] },
  });
}
