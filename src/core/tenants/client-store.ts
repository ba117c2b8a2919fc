import type { Client } from './client.ts';

/** Reads clients. Every answer is the row as it is now. */
export interface ClientStore {
  findByKeyHash(hash: Buffer): Promise<Client | null>;
  findBySlug(slug: string): Promise<Client | null>;
  findById(id: number): Promise<Client | null>;
  /** In the order of their slugs: all, or `limit` of those behind the slug `after`. */
  list(after?: string | null, limit?: number | null): Promise<Client[]>;
}
