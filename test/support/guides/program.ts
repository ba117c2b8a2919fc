/** One block as the program that runs it receives it: a JSON object a line. */
export interface Program {
  /** A file, or for Python the text itself. */
  readonly source: string;
  /** Where it runs; other files of its language may lie there. */
  readonly folder: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number | null;
  /** What it printed on both streams. */
  readonly output: string;
}

/** Ends what a block has printed; the exit code follows, and a line break. */
export const endOfBlock = '\0';
