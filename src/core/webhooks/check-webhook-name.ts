import { isIP } from 'node:net';
import { errors } from '../errors.ts';
import type { WebhookAddresses } from './webhook-addresses.ts';

/** Finds all addresses of a name, or rejects. Aborting ends the search at once. */
export type FindAddresses = (
  name: string,
  signal: AbortSignal,
) => Promise<readonly { readonly address: string }[]>;

const longestMs = 3_000;

/**
 * Refuses an `http:` address whose name leads only outside of the allowed networks: no attempt could succeed. A name
 * that is not found now, or not in time, may be found later, and every attempt resolves it again. `https:` names are
 * not resolved here, or the answer would reveal to any partner which names an internal network has.
 */
export async function checkWebhookName(
  { protocol, hostname }: URL,
  addresses: WebhookAddresses,
  find: FindAddresses,
): Promise<void> {
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  if (protocol !== 'http:' || !isName) return;
  const found = await find(hostname, AbortSignal.timeout(longestMs)).catch(() => []);
  if (found.length === 0 || found.some(({ address }) => addresses.allows(address, { protocol }))) return;
  throw errors.webhookUrlNotAllowed(
    'must begin with https://, because its name leads outside of the networks of PARLEY_WEBHOOK_NETWORKS',
  );
}
