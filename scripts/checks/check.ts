/** One thing that `npm run check` looks at. */
export interface Check {
  readonly name: string;
  /** Every problem found, each one line or the output of a tool; none means that the check passed. */
  find(): Promise<readonly string[]> | readonly string[];
}
