import type { OpenAdministration } from '#app/open-administration.ts';
import type { Config } from '#config';

/** An option's value in the usage text, such as `N|none`; null for a flag, which has none. */
export type OptionShape = Readonly<Record<string, string | null>>;

/** One command of the operator. */
export interface Command {
  /** `client create` */
  readonly name: string;
  /** Names of what follows, all of them required. */
  readonly parameters: readonly string[];
  readonly options: OptionShape;
  readonly summary: string;
  run(input: Input, tools: Tools): Promise<Outcome>;
}

/** What was written behind the command's name. */
export interface Input {
  parameter(name: string): string;
  /** Undefined when the option is absent. */
  option(name: string): string | undefined;
  flag(name: string): boolean;
}

/** What a command may reach. */
export interface Tools {
  readonly config: Config;
  /** All of standard input, without the line end that a terminal adds. */
  readStandardInput(): Promise<string>;
  /** Runs `work` on the database, and lets go of it afterwards. */
  administer<T>(work: (administration: OpenAdministration) => Promise<T>): Promise<T>;
  /** Called by a command that opens the database itself, so that the answer names it. */
  actsOnDatabase(): void;
}

export interface Outcome {
  /** Printed with `--json`; its `ok` decides the exit code. */
  readonly json: { readonly ok: boolean; readonly [member: string]: unknown };
  /** Printed without. */
  readonly text: string;
  /** Sentences about what else happened, or should: on standard error, or the member `notices`. */
  readonly notices?: readonly string[];
}

/** The command line itself is wrong: nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
