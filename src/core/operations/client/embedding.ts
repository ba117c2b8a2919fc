import { embeddingOperations as rows } from '#contract/operations/embedding.ts';
import type { ClientManager } from '../../administration/manage-clients.ts';
import { checkTokenEndpoint } from '../../administration/tenant/check-token-endpoint.ts';
import { presentEmbedding } from '../../administration/tenant/present-tenant.ts';
import type { BrandManager } from '../../brand/manage-brand.ts';
import type { Client } from '../../clients/client.ts';
import { checkEmbedding, type PinnedLauncher } from '../../clients/embedding.ts';
import { countHourly, type ThrottleStore } from '../../sign-in/throttle.ts';
import type { SendWebhook } from '../../webhooks/webhook-courier.ts';
import { listed, type PerformsAll } from './client-operation.ts';

export interface EmbeddingServices {
  readonly clients: ClientManager;
  readonly brands: BrandManager;
  readonly throttle: ThrottleStore;
  /** The launcher that is built now; null: none is. */
  readonly launcher: { current(): Promise<PinnedLauncher | null> };
  /** One request to an address that a partner names, if it is a public one. */
  readonly sendToPartner: SendWebhook;
  tenantUrl(slug: string): string;
}

/** The operations on the chat in a partner's own pages. */
const performs: PerformsAll<typeof rows, EmbeddingServices> = {
  getEmbedding: async (services, { client }) => ({ body: await embeddingOf(services, client) }),
  updateEmbedding: async (services, { by, client: { slug }, body: { origins } }) => {
    const client = await services.clients.update(by.actor, slug, { origins });
    return { body: await embeddingOf(services, client) };
  },
  checkEmbedding: async ({ tenantUrl, sendToPartner, throttle }, { client, body }) => {
    const findings = [...checkEmbedding(tenantUrl(client.slug), client.origins, body)];
    if (body.token_endpoint) {
      await countHourly(throttle, 'endpoint-checks', client.slug);
      findings.push(await checkTokenEndpoint(sendToPartner, body.page_url, body.token_endpoint));
    }
    return { body: { ok: true, findings } };
  },
};

export const embeddingOperations = listed(rows, performs);

async function embeddingOf({ launcher, brands, tenantUrl }: EmbeddingServices, client: Client) {
  const [current, { accent }] = await Promise.all([launcher.current(), brands.find(client)]);
  return presentEmbedding(client, tenantUrl(client.slug), current, accent);
}
