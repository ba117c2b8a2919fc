import { parseArgs } from 'node:util';
import { type Command, type Input, UsageError } from './command.ts';

/** Parses the arguments after a command's name. Unknown, repeated and missing ones are usage errors. */
export function parseInput(command: Command, words: readonly string[]): Input {
  const { values, positionals } = parse(command, words);
  const missing = command.parameters[positionals.length];
  if (missing !== undefined) throw new UsageError(`${command.name} needs <${missing}>`);
  const names = [...command.parameters, ...(command.optional ?? [])];
  const surplus = positionals[names.length];
  if (surplus !== undefined) throw new UsageError(`${command.name} takes no argument ${surplus}`);
  return {
    parameter(name) {
      const value = positionals[command.parameters.indexOf(name)];
      if (value === undefined) throw new Error(`${command.name} declares no parameter ${name}`);
      return value;
    },
    optional: (name) => positionals[names.indexOf(name)],
    option(name) {
      const value = values.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => values.get(name) === true,
  };
}

/**
 * A number below zero is a value, which is then refused as what it is, not an option; so is a safety identifier, which
 * may begin with any of its 43 characters. No argument holds a NUL.
 */
const value = /^-(?=\d|[\w-]{42}$)/;
const mark = '\0';

function unmarked(word: string): string {
  return word.startsWith(mark) ? word.slice(mark.length) : word;
}

function parse(command: Command, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, shape]) => [
      name,
      { type: shape === null ? ('boolean' as const) : ('string' as const), multiple: true as const },
    ]),
  );
  try {
    const args = words.map((word) => word.replace(value, `${mark}$&`));
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return {
      values: new Map(Object.entries(values).map(([name, list]) => [name, once(name, list)])),
      positionals: positionals.map(unmarked),
    };
  } catch (error) {
    if (isParseError(error)) throw new UsageError(reasonOf(command, error));
    throw error;
  }
}

function once(name: string, list: readonly (string | boolean)[] | undefined): string | boolean | undefined {
  if (list !== undefined && list.length > 1) throw new UsageError(`--${name} must be given at most once`);
  const [value] = list ?? [];
  return typeof value === 'string' ? unmarked(value) : value;
}

interface ParseError extends Error {
  readonly code: string;
}

function isParseError(error: unknown): error is ParseError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Node's own message for an unknown option mentions positional arguments and does not list the known options. */
function reasonOf(command: Command, { code, message }: ParseError): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || unknown === undefined)
    return message.split('\n')[0] ?? message;
  const known = ['json', 'env-file', ...Object.keys(command.options)].map((name) => `--${name}`);
  return `${command.name} has no option ${unknown}; its options are ${known.join(', ')}`;
}

/** The options that may appear anywhere in any command. */
export interface Globals {
  readonly json: boolean;
  /** The file with the service's settings; null: the environment is the only source. */
  readonly envFile: string | null;
  /** Everything else, in order. */
  readonly words: readonly string[];
  /** What is wrong with the options, as a sentence. */
  readonly problem: string | null;
}

export function parseGlobals(argv: readonly string[]): Globals {
  const words: string[] = [];
  const files: string[] = [];
  let json = false;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--json') json = true;
    else if (word.startsWith('--env-file=')) files.push(word.slice('--env-file='.length));
    else if (word === '--env-file') files.push(argv[++index] ?? '');
    else words.push(word);
  }
  return { json, envFile: files[0] ?? null, words, problem: problemOf(files) };
}

function problemOf(files: readonly string[]): string | null {
  if (files.length > 1) return '--env-file must be given at most once';
  return files[0] === '' ? '--env-file needs the name of a file' : null;
}
