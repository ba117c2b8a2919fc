/** What a vendor notes of a call when it is over, also where its caller has ended it. */
export interface LedgerLine {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly model: string;
  /** The word in the last message by which a line belongs to a turn. */
  readonly turn: string;
  readonly isTitle: boolean;
  /** `cut`: it gave text, or could have, and was ended by either side. */
  readonly end: 'completed' | 'refused' | 'cut';
  /** What it has said of tokens; null where it said nothing. */
  readonly input: number | null;
  readonly read: number | null;
  readonly written: number | null;
  readonly output: number | null;
}
