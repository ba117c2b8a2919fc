import type { OpenAdministration } from '#app/open-administration.ts';
import type { Config } from '#config';
import type { OperationName } from '#contract/endpoints/operation-table.ts';
import type { Ask } from './ask.ts';

/** The placeholder of an option's value in the usage text, such as `N|none`; null for a flag, which has none. */
export type OptionShape = Readonly<Record<string, string | null>>;

/** One command of the operator. */
export interface Command {
  /** `client create`, `agent documents put` */
  readonly name: string;
  /** Names of the arguments that are required. */
  readonly parameters: readonly string[];
  /** Names of the optional ones after them. */
  readonly optional?: readonly string[];
  readonly options: OptionShape;
  readonly summary: string;
  /** The operation that it performs; absent where it changes no tenant and reads none. */
  readonly operation?: OperationName;
  run(input: Input, tools: Tools): Promise<Outcome>;
}

/** The arguments after the command's name. */
export interface Input {
  parameter(name: string): string;
  /** Undefined when the optional argument is absent. */
  optional(name: string): string | undefined;
  /** Undefined when the option is absent. */
  option(name: string): string | undefined;
  flag(name: string): boolean;
}

/** The tools that a command may use. */
export interface Tools {
  readonly config: Config;
  /** All of standard input, without the newline that a terminal adds. */
  readStandardInput(): Promise<string>;
  /** Opens the database, lets `work` perform operations on it, and closes it afterwards. */
  administer<T>(work: (ask: Ask<OpenAdministration>, opened: OpenAdministration) => Promise<T>): Promise<T>;
  /** A notice about a model that is being stored, if any. */
  noticesOfModel(model: string | null | undefined): Promise<string[]>;
  /** A notice about a model whose price is being stored, if any. */
  noticesOfPrice(model: string): Promise<string[]>;
  /** Called by a command that opens the database itself, so that the output names it. */
  actsOnDatabase(): void;
  /** Prints what the command waits for. */
  onWait(forWhat: string): void;
}

export interface Outcome {
  /** Printed with `--json`; its `ok` decides the exit code. */
  readonly json: { readonly ok: boolean; readonly [member: string]: unknown };
  /** Printed without `--json`. */
  readonly text: string;
  /** Sentences about side effects or next steps: on standard error, or in the member `notices`. */
  readonly notices?: readonly string[];
}

/** The command line itself is wrong. Nothing was done. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
