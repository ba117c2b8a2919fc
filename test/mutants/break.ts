/** One rule, and a change of one place that breaks it. */
export interface Break {
  /** The rule as a sentence: what holds while the code is unchanged. */
  readonly rule: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly replace: string;
  /** Must still parse: the rule is to be broken, not the program. */
  readonly by: string;
  /** Test files that must notice, as few and as fast as possible. */
  readonly tests: readonly string[];
}
