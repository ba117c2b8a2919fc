/** What one table holds about people, for how long, and what an erasure does about it. */
export interface HeldTable {
  readonly table: string;
  /** For docs/peoples-data.md. */
  readonly holds: string;
  /** For docs/peoples-data.md: when its rows end by themselves. */
  readonly lasts: string;
  /** Columns with an identity, an address, a secret or words of a person. */
  readonly people: readonly string[];
  /** Every other column in which text, an id or JSON could name a person. */
  readonly others: readonly string[];
  /** Whether its rows belong to a client, by a column `client_id`. An erased client takes them along. */
  readonly ofClient: boolean;
  readonly erasure: PersonErasure;
}

/** In conditions, $1 is the client and $2 the person's identity. */
export type PersonErasure =
  /** Nothing is done, because nothing in it is a person's. */
  | { readonly kind: 'none' }
  /** The rows go together with those of another table, or with the erasure itself. */
  | { readonly kind: 'with'; readonly table: string }
  /** The rows stay, and what is a person's in them was removed in the transaction that began the erasure. */
  | { readonly kind: 'begun' }
  /** Deletes the rows that the condition on `x` selects. */
  | { readonly kind: 'delete'; readonly rows: string }
  /** Keeps rows because a count must stay true, without anything of the person. $3 is the pseudonym. */
  | {
      readonly kind: 'rewrite';
      readonly rows: string;
      readonly set: string;
      /** The columns, besides `client_id`, by which rows are looked up and batches resume, with their types. */
      readonly key: readonly (readonly [column: string, type: string])[];
      /**
       * Selects each key of the person once, and by an index: an erasure must not cost more where others have sent
       * more.
       */
      readonly keys: string;
    };
