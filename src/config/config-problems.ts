/** One problem of one setting. The message completes the sentence "<setting> …". */
export class ConfigProblem extends Error {
  override name = 'ConfigProblem';
}

/** All problems of the configuration at once, each on a line with the name of its setting. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [only = '', ...others] = problems;
    const lines = ['The configuration has problems:', ...problems.map((problem) => `  ${problem}`)];
    super(others.length === 0 ? only : lines.join('\n'));
    this.problems = problems;
  }
}

/** Collects problems, so that reading continues after the first one. */
export class ConfigProblems {
  readonly #found: string[] = [];

  add(setting: string, message: string): void {
    this.#found.push(`${setting} ${message}`);
  }

  /**
   * Returns the result of `read`, or `fallback` when it throws a ConfigProblem, which is then recorded under `setting`.
   */
  attempt<T, F>(setting: string, read: () => T, fallback: F): T | F {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      this.add(setting, error.message);
      return fallback;
    }
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new ConfigError(this.#found);
  }
}
