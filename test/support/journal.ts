import { randomBytes } from 'node:crypto';

/** One request of a fault run, as its sender saw it. */
export interface JournalEntry {
  /** In the prompt, and nowhere else. */
  readonly canary: string;
  readonly door: 'stream' | 'job';
  readonly clientId: number;
  readonly user: string;
  /** `unknown` when no answer came: it may have been admitted, or not. */
  outcome: 'unknown' | 'acknowledged' | 'refused';
  code: string | null;
  turnId: string | null;
  /** Text that was delivered by a stream. */
  text: string;
  endedCleanly: boolean;
}

/** What the callers of a fault run sent and received. */
export class Journal {
  readonly entries: JournalEntry[] = [];
  /** Everything that came back, by the client to which it was sent. */
  readonly received: { readonly clientId: number; readonly text: string }[] = [];
  /** What must never be seen anywhere: API keys, and the provider's. */
  readonly secrets: string[] = [];

  open(door: JournalEntry['door'], clientId: number, user: string): JournalEntry {
    const entry: JournalEntry = {
      canary: `canary-${randomBytes(8).toString('hex')}`,
      door,
      clientId,
      user,
      outcome: 'unknown',
      code: null,
      turnId: null,
      text: '',
      endedCleanly: false,
    };
    this.entries.push(entry);
    return entry;
  }
}
