import type { Administration } from '#core/administration/administration.ts';

/** What an operation is asked for: the same thing by every way. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
  /** A body of plain text, instead. */
  readonly file?: string;
  /** The command line; absent where the way is missing. */
  readonly words?: readonly string[];
}

/** Prepares what the operation is about, new for each use, and says how to ask for it. `slug` is new, too. */
export type Recipe = (services: Administration, slug: string) => Promise<Asked>;
