import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-problems.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A file `.env` in the working folder supplies variables that are not set. */
export function processEnvironment(): Environment {
  const settings = readSettings('.env', 'optional');
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
  return process.env;
}

/** The settings of the file at `path` override the environment; a `.env` in the working folder is then ignored. */
export function environmentWith(path: string): Environment {
  Object.assign(process.env, readSettings(path, 'required'));
  return process.env;
}

function readSettings(path: string, need: 'optional' | 'required'): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    if (need === 'optional' && code === 'ENOENT') return {};
    throw new ConfigError([
      `${path} cannot be read (${code}): name a file of NAME=value lines that this user may read`,
    ]);
  }
}

/** One environment variable: how it is parsed, and how `.env.example` describes it. */
export interface Variable<T> {
  readonly name: string;
  /** Names of earlier releases, which are no longer read: the start names their successor. */
  readonly formerNames?: readonly string[];
  readonly about: string;
  /** The default when the variable is unset, in words or as the value itself. */
  readonly otherwise: string;
  readonly example: string;
  readonly parse: (text: string) => T;
}

export function define<T>(variable: Variable<T>): Variable<T> {
  return variable;
}
