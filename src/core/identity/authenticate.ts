import type { Client } from '../clients/client.ts';
import type { ClientStore } from '../clients/client-store.ts';
import { errors } from '../errors.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { brandCaller, type Caller } from './caller.ts';

const cacheSize = 10_000;

/**
 * `cached` may answer from memory and is for callers whose next step compares the client's version with the database
 * (admission). All other callers ask for `current`.
 */
export type Freshness = 'cached' | 'current';

/** Turns an Authorization header into a Caller, or refuses it. */
export class Authenticator {
  readonly #clients: ClientStore;
  readonly #cache = new Map<string, { readonly client: Client; readonly endsAt: number }>();

  constructor(clients: ClientStore) {
    this.#clients = clients;
  }

  async authenticate(authorization: string | undefined, freshness: Freshness): Promise<Caller> {
    const key = bearerToken(authorization);
    if (key === null) throw errors.missingApiKey();
    if (!isWellFormedApiKey(key)) throw isToken(key) ? errors.sessionTokenAsKey() : errors.invalidApiKey();
    const keyHash = hashApiKey(key);
    const client = await this.#client(keyHash, freshness);
    if (client === null) throw errors.invalidApiKey();
    if (!client.enabled) throw errors.clientDisabled();
    return brandCaller({ kind: 'api', client, keyHash });
  }

  async #client(hash: Buffer, freshness: Freshness): Promise<Client | null> {
    const id = hash.toString('base64');
    const known = this.#cache.get(id);
    // A rotation raises the client's version. The end of an overlap does not, so it expires the cached copy instead.
    const isUsable = known?.client.enabled && performance.now() < known.endsAt;
    if (isUsable && freshness === 'cached') return known.client;
    const askedAt = performance.now();
    const found = await this.#clients.findByKeyHash(hash);
    this.#cache.delete(id);
    if (found === null) return null;
    const { client, endsInMs } = found;
    if (this.#cache.size >= cacheSize) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(id, { client, endsAt: askedAt + (endsInMs ?? Number.POSITIVE_INFINITY) });
    return client;
  }
}

/** By its form alone: this address does not reveal whether it is valid. */
function isToken(key: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(key);
}

/** The token of a Bearer header; null when there is none. No other header carries a key. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}
