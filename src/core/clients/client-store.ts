import type { Client } from './client.ts';

/** The client of a key, and how much longer the key is valid; null: until it is rotated. */
export interface KeyHolder {
  readonly client: Client;
  readonly endsInMs: number | null;
}

/** Reads clients. Every answer is the row as it is now. */
export interface ClientStore {
  /** By the client's key, or by its previous key while an overlap lasts. */
  findByKeyHash(hash: Buffer): Promise<KeyHolder | null>;
  findBySlug(slug: string): Promise<Client | null>;
  findById(id: number): Promise<Client | null>;
  /** In the order of their slugs: all, or `limit` of those behind the slug `after`. */
  list(after?: string | null, limit?: number | null): Promise<Client[]>;
}
