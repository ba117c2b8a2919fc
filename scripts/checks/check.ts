/** One of the checks of `npm run check`. */
export interface Check {
  readonly name: string;
  /** Every problem found, each one line or the output of a tool; an empty list means that the check passed. */
  find(): Promise<readonly string[]> | readonly string[];
}
