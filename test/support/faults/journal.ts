import { randomBytes } from 'node:crypto';

/** One request of a fault run, as its sender saw it. Moments are milliseconds since 1970. */
export interface JournalEntry {
  /** In the prompt, and nowhere else. */
  readonly canary: string;
  readonly kind: 'stream' | 'job';
  readonly clientId: number;
  readonly user: string;
  /** Which of the client's keys it was sent with. */
  readonly keyName: string;
  readonly sentAt: number;
  answeredAt: number | null;
  /** `unknown` when no answer came: it may have been admitted, or not. */
  outcome: 'unknown' | 'acknowledged' | 'refused';
  code: string | null;
  turnId: string | null;
  conversationId: string | null;
  /** Text that was delivered by a stream. */
  text: string;
  endedCleanly: boolean;
}

/** What one read of a turn's output showed. */
export interface Reading {
  readonly turnId: string;
  readonly attempt: number;
  readonly text: string;
}

/** A request that changes nothing, with a key that may have been revoked. */
export interface Probe {
  readonly clientId: number;
  readonly keyName: string;
  readonly path: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
}

/** From the response that confirmed it until the request that reverts it. */
export interface Revocation {
  readonly clientId: number;
  /** Null means every key. */
  readonly keyName: string | null;
  readonly from: number;
  until: number | null;
}

/** What the callers of a fault run sent and received, and what its operator saw. */
export class Journal {
  readonly entries: JournalEntry[] = [];
  readonly readings: Reading[] = [];
  readonly probes: Probe[] = [];
  readonly revocations: Revocation[] = [];
  /** Everything that came back, headers too, by the client to which it was sent. */
  readonly received: { readonly clientId: number; readonly text: string }[] = [];
  /** What must never be seen anywhere: keys of partners and of providers, passwords. */
  readonly secrets: string[] = [];

  open(kind: JournalEntry['kind'], clientId: number, user: string, keyName = 'key 1'): JournalEntry {
    const entry: JournalEntry = {
      canary: `canary-${randomBytes(8).toString('hex')}`,
      kind,
      clientId,
      user,
      keyName,
      sentAt: Date.now(),
      answeredAt: null,
      outcome: 'unknown',
      code: null,
      turnId: null,
      conversationId: null,
      text: '',
      endedCleanly: false,
    };
    this.entries.push(entry);
    return entry;
  }

  hear(clientId: number, response: Response, text: string): void {
    this.received.push({ clientId, text: `${JSON.stringify([...response.headers])} ${text}` });
  }

  /** No request may succeed from now on, until `until` is set. */
  revoked(clientId: number, keyName: string | null): Revocation {
    const revocation: Revocation = { clientId, keyName, from: Date.now(), until: null };
    this.revocations.push(revocation);
    return revocation;
  }
}
