import type { Person } from '../identity/blocked-user.ts';
import type { SafetyIdentifiers } from '../identity/safety-identifiers.ts';

/** How far an identifier is searched for: the UTC days up to today on which the person has sent something. */
const days = 30;

export interface RecentUser extends Person {
  readonly clientSlug: string;
  /** A UTC day on which the user has sent something, `YYYY-MM-DD`. */
  readonly day: string;
}

export interface RecentUserStore {
  /**
   * The users of clients that still exist who have sent something in the last `days` UTC days, newest day first, some
   * at a time and each once for each day. A person whose data is being erased is left out.
   */
  recentUsers(days: number): AsyncIterable<readonly RecentUser[]>;
}

export interface IdentifiedUser extends RecentUser {
  /** The provider that was sent the identifier. */
  readonly providerId: string;
}

/** Finds the person about whom a vendor writes: only the operator can, since only the master secret tells. */
export class IdentifiedUsers {
  readonly #store: RecentUserStore;
  readonly #identifiers: SafetyIdentifiers;
  readonly #providerIds: readonly string[];

  constructor(store: RecentUserStore, identifiers: SafetyIdentifiers, providerIds: readonly string[]) {
    this.#store = store;
    this.#identifiers = identifiers;
    this.#providerIds = providerIds;
  }

  async find(identifier: string): Promise<IdentifiedUser | null> {
    const recognise = this.#identifiers.recogniserOf(identifier, this.#providerIds);
    if (recognise === null) return null;
    for await (const users of this.#store.recentUsers(days)) {
      for (const user of users) {
        const providerId = recognise(user);
        if (providerId !== null) return { ...user, providerId };
      }
    }
    return null;
  }
}
