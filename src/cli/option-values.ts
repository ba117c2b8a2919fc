import { readFile } from 'node:fs/promises';
import { largestInteger } from '#contract/limits.ts';
import { type Input, UsageError } from './command.ts';

/** `N|none`: null for `none`. Undefined when the option is absent. */
export function numberOrNone(
  input: Input,
  name: string,
  least: number,
  most = largestInteger,
): number | null | undefined {
  return read(input, name, (text) => parseNumberOrNone(text, `--${name}`, least, most));
}

export function parseNumberOrNone(text: string, name: string, least: number, most: number): number | null {
  if (text === 'none') return null;
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${name} must be none or a whole number from ${least} to ${most}`);
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** `24h`, `30m`, `90s`, `7d` or 0, in seconds. */
export function duration(input: Input, name: string, mostSeconds: number): number | undefined {
  return read(input, name, (text) => {
    const [, amount = '', unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
    const seconds = Number(amount) * (secondsOf[unit] ?? (amount === '0' ? 0 : Number.NaN));
    if (amount !== '' && seconds <= mostSeconds) return seconds;
    throw new UsageError(
      `--${name} must be a duration of at most ${mostSeconds / 86_400} days, as in 90s, 30m, 24h or 7d, or 0`,
    );
  });
}

export function onOrOff(input: Input, name: string): boolean | undefined {
  return read(input, name, (text) => {
    if (text === 'on' || text === 'off') return text === 'on';
    throw new UsageError(`--${name} must be on or off`);
  });
}

export function oneOf<const T extends string>(
  input: Input,
  name: string,
  values: readonly T[],
): T | undefined {
  return read(input, name, (text) => member(text, name, values));
}

/** `a,b`: the items without the spaces around them. */
export function listed(input: Input, name: string): string[] | undefined {
  return read(input, name, (text) => {
    const items = text.split(',').map((item) => item.trim());
    if (items.includes('')) throw new UsageError(`--${name} has an empty item`);
    return items;
  });
}

export function listedOf<const T extends string>(
  input: Input,
  name: string,
  values: readonly T[],
): T[] | undefined {
  return listed(input, name)?.map((item) => member(item, name, values));
}

/** The text of the file that an option names. */
export async function textOf(input: Input, name: string): Promise<string | undefined> {
  return (await bytesOf(input, name))?.toString('utf8');
}

/** The file that an option names. */
export async function bytesOf(input: Input, name: string): Promise<Buffer | undefined> {
  const path = input.option(name);
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch {
    throw new UsageError(`--${name} names a file that cannot be read: ${path}`);
  }
}

/** Leaves out members that are undefined, so that the body does not name them. */
export function omitUndefined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> };
export function omitUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function anyOf(values: readonly string[]): string {
  return values.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

function member<const T extends string>(text: string, name: string, values: readonly T[]): T {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new UsageError(`--${name} must be ${anyOf(values)}; not ${text}`);
  return value;
}

function read<T>(input: Input, name: string, parse: (text: string) => T): T | undefined {
  const text = input.option(name);
  return text === undefined ? undefined : parse(text);
}
