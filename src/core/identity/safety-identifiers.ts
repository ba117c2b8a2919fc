import { createHmac, hkdfSync } from 'node:crypto';
import type { ModelProvider } from '../models/model-provider.ts';
import type { Person } from './blocked-user.ts';

const keyBytes = 32;

/** A HMAC with SHA-256, as base64url. */
const pattern = /^[A-Za-z0-9_-]{43}$/;

/** Finds the provider by whose key an identifier is a person's; null where it is another person's. */
export type Recognise = (person: Person) => string | null;

/**
 * What vendors are sent to tell the prompts of one end user from those of others, without learning who that is: a HMAC
 * over the client and the identity. Each provider has a key of its own, so that no two of them know the same one.
 */
export class SafetyIdentifiers {
  readonly #masters: readonly string[];
  readonly #keys = new Map<string, Buffer>();

  /** `previous`: the master secret before this one, which identifies people that were sent about earlier. */
  constructor(master: string, previous: string | null) {
    this.#masters = previous === null ? [master] : [master, previous];
  }

  /** What a provider is sent about a person; undefined where it is sent nothing. */
  of(
    { id, sendsSafetyIdentifier }: Pick<ModelProvider, 'id' | 'sendsSafetyIdentifier'>,
    person: Person,
  ): string | undefined {
    const [master] = this.#masters;
    if (!sendsSafetyIdentifier || master === undefined) return undefined;
    return identifierOf(this.#keyOf(master, id), person);
  }

  /** Null for a text that no provider was sent. */
  recogniserOf(identifier: string, providerIds: readonly string[]): Recognise | null {
    if (!pattern.test(identifier)) return null;
    const keys = this.#masters.flatMap((master) =>
      providerIds.map((id) => ({ id, key: this.#keyOf(master, id) })),
    );
    return (person) => keys.find(({ key }) => identifierOf(key, person) === identifier)?.id ?? null;
  }

  /** Derived once: that takes longer than a HMAC. */
  #keyOf(master: string, providerId: string): Buffer {
    const name = `${providerId} ${master}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const info = `parley safety identifier ${providerId}`;
    const key = Buffer.from(hkdfSync('sha256', master, '', info, keyBytes));
    this.#keys.set(name, key);
    return key;
  }
}

/** An identity has no control characters. */
function identifierOf(key: Buffer, { clientId, userId }: Person): string {
  return createHmac('sha256', key).update(`${clientId}\n${userId}`).digest('base64url');
}
