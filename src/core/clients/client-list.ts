import type { ClientSort, ClientState } from '#contract/closed-sets.ts';
import { oneText } from '../shared/list-page.ts';
import type { Client } from './client.ts';

/** What a list of clients is narrowed to, and its order. */
export interface ClientFilter {
  /** Occurs in slug or name. */
  readonly search: string | null;
  readonly state: ClientState | null;
  readonly sort: ClientSort;
}

export const allClients: ClientFilter = { search: null, state: null, sort: 'slug' };

/** A client with that by which its list is ordered: a text, or a number, of which the greatest is the first. */
export interface RankedClient extends Client {
  readonly rank: string | number;
}

/** The place of a client in its list: the slug tells clients of the same rank apart. */
export type ClientKey = readonly [slug: string] | readonly [rank: string | number, slug: string];

export function clientKeyOf({ sort }: ClientFilter, { rank, slug }: RankedClient): ClientKey {
  return sort === 'slug' ? [slug] : [rank, slug];
}

/** Null where a cursor is none of a list in this order. */
export function readClientKey({ sort }: ClientFilter, parts: readonly unknown[]): ClientKey | null {
  if (sort === 'slug') return oneText(parts);
  const [rank, ...rest] = parts;
  const slug = oneText(rest);
  if (slug === null) return null;
  if (sort !== 'name') return typeof rank === 'number' ? [rank, ...slug] : null;
  const name = oneText([rank]);
  return name === null ? null : [...name, ...slug];
}
