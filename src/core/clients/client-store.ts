import type { Client } from './client.ts';
import type { ClientFilter, ClientKey, RankedClient } from './client-list.ts';

/** The client of a key, and how much longer the key is valid; null: until it is rotated. */
export interface KeyHolder {
  readonly client: Client;
  readonly endsInMs: number | null;
}

/** Reads clients, always from their current rows. */
export interface ClientStore {
  /** Finds a client by its key, or by its previous key during an overlap. */
  findByKeyHash(hash: Buffer): Promise<KeyHolder | null>;
  findBySlug(slug: string): Promise<Client | null>;
  /** A revoked client is not found, and costs as much as one that does not exist. */
  findEnabled(slug: string): Promise<Client | null>;
  findById(id: number): Promise<Client | null>;
  /** The first `limit` after the place `after`. */
  list(filter: ClientFilter, after: ClientKey | null, limit: number): Promise<RankedClient[]>;
}
