import { randomBytes } from 'node:crypto';
import type { Scope } from '#contract/closed-sets.ts';
import type { Actor } from '../audit/actor.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';
import type { ClientWriter } from './tenant-store.ts';

/** Scopes with which a key reaches its own client only. */
const ofEveryPartner: ReadonlySet<Scope> = new Set(['chat', 'webhooks']);

/** Names a generation of session keys. It is not secret, because the keys need the master secret as well. */
export function newHandoffKid(): string {
  return randomBytes(9).toString('base64url');
}

/** Rotating a key yields a new one, so a key must not gain admin scopes that the operator did not grant it. */
export async function requireNoEscalation(
  actor: Actor,
  target: Client,
  clients: ClientWriter,
): Promise<void> {
  if (actor.kind === 'operator-cli') return;
  const own = actor.kind === 'key' ? await clients.find(actor.clientSlug) : null;
  const missing = target.scopes.find(
    (scope) => !ofEveryPartner.has(scope) && own?.scopes.includes(scope) !== true,
  );
  if (missing !== undefined) throw errors.insufficientScope(missing);
}
