import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import { presentClient } from '#core/administration/present-client.ts';
import type { Actor } from '#core/audit/actor.ts';
import type { Client } from '#core/clients/client.ts';
import { errors } from '#core/errors.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { Hosts } from '../../hosts/hosts.ts';
import type { ResultOf } from '../../routing/call.ts';

type Endpoints = typeof adminEndpoints;

/** The key of the request as the author of a change. Sessions have no admin scope, so none reaches this. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind !== 'api') throw errors.insufficientScope('admin:clients');
  return { kind: 'key', clientSlug: caller.client.slug };
}

export function answerClient(client: Client, hosts: Hosts): ResultOf<Endpoints['getClient']> {
  return { body: { ok: true, client: presentClient(client, hosts.tenantUrl(client.slug)) } };
}

/** The only responses with a key in them. No cache may keep one: every response says no-store. */
export function presentKey(apiKey: string, client: Client, hosts: Hosts) {
  const shown = presentClient(client, hosts.tenantUrl(client.slug));
  return { ok: true, api_key: apiKey, client: shown } as const;
}

/**
 * A path parameter of the endpoint, which its route always has. A value with a control character matches nothing,
 * because nothing stored contains one.
 */
export function parameter(params: Readonly<Record<string, string>>, name: string): string {
  const value = params[name];
  if (value === undefined || /\p{Cc}/u.test(value)) throw errors.notFound();
  return value;
}
