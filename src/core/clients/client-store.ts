import type { Client } from './client.ts';

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
  /** Ordered by slug: all, or the first `limit` after the slug `after`. `search` occurs in slug or name. */
  list(after?: string | null, limit?: number | null, search?: string | null): Promise<Client[]>;
}
