/**
 * One rule, and a change of one place that breaks it. A test file declares those that it must notice as its last
 * statement, `export const breaks`, without names of its own: `npm run test:mutants` cuts the list out of the file.
 */
export interface Break {
  /** The rule as a sentence: what holds while the code is unchanged. */
  readonly rule: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly replace: string;
  /** Must still parse: the rule is to be broken, not the program. */
  readonly by: string;
}
