import { contextLimits } from './shared/context-limits.ts';

/**
 * What a request says beside its question: facts about the end user, by the partner's backend, and the page that is
 * open, by the visitor's browser. The checks are here because the launcher makes them, too.
 */

/** What a partner's backend says about the end user and the moment. */
export type Facts = Readonly<Record<string, Fact>>;
export type Fact = string | number | boolean;

/** The facts that a turn needs to use a document, each with the values of which it must have one. */
export type Requirements = Readonly<Record<string, readonly Fact[]>>;

/** What the visitor's browser says about the page that is open. */
export type VisitedPage = Readonly<Record<string, string>>;

/** Says at which member something is wrong; '' is all of them. */
export class ContextProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;

  constructor(pointer: string, code: string, detail: string) {
    this.pointer = pointer;
    this.code = code;
    this.detail = detail;
  }
}

export function readFacts(value: unknown, bytes: number = contextLimits.facts.bytes): Facts | ContextProblem {
  return readMembers(value, { members: contextLimits.facts.members, bytes }, readFact);
}

export function readPage(value: unknown): VisitedPage | ContextProblem {
  return readMembers(value, contextLimits.page, readText);
}

export function readRequirements(value: unknown): Requirements | ContextProblem {
  return readMembers(value, contextLimits.requires, readValues);
}

/** Text that can be stored, and sent to a provider: without NUL and halves of characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const factName = '[a-z][a-z0-9_]{0,63}';
const wholeName = new RegExp(`^${factName}$`);
const factPlace = new RegExp(`\\{\\{facts\\.(${factName})\\}\\}`, 'g');

/** The names of the facts that instructions have places for, in the order in which they come. */
export function factsNamedIn(instructions: string): readonly string[] {
  return [...new Set([...instructions.matchAll(factPlace)].map(([, name = '']) => name))];
}

/** Instructions with something in each of their places. What is put in is not read again. */
export function fillFacts(instructions: string, textOf: (name: string) => string): string {
  return instructions.replace(factPlace, (_, name: string) => textOf(name));
}

interface Limits {
  readonly members: number;
  readonly bytes: number;
}

function readMembers<T>(
  value: unknown,
  { members, bytes }: Limits,
  read: (member: unknown, pointer: string) => T | ContextProblem,
): Readonly<Record<string, T>> | ContextProblem {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new ContextProblem('', 'type', 'must be an object');
  const sent: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (sent.length > members)
    return new ContextProblem('', 'maxProperties', `must have at most ${members} members`);
  const taken: [string, T][] = [];
  for (const [name, member] of sent) {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!wholeName.test(name)) return new ContextProblem(pointer, 'pattern', nameRule);
    const one = read(member, pointer);
    if (one instanceof ContextProblem) return one;
    taken.push([name, one]);
  }
  const all = Object.fromEntries(taken);
  if (new TextEncoder().encode(JSON.stringify(all)).length > bytes)
    return new ContextProblem('', 'maxBytes', `must have at most ${bytes} bytes`);
  return all;
}

const nameRule =
  'must have a name of at most 64 lower-case letters, digits and underscores that begins with a letter';

function readFact(value: unknown, pointer: string): Fact | ContextProblem {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? value : new ContextProblem(pointer, 'type', 'must be a finite number');
  }
  if (typeof value !== 'string')
    return new ContextProblem(pointer, 'type', 'must be a string, a number, true or false');
  const { characters } = contextLimits.facts;
  if (value.length > characters && [...value].length > characters)
    return new ContextProblem(pointer, 'maxLength', `must have at most ${characters} characters`);
  return readText(value, pointer);
}

function readValues(value: unknown, pointer: string): readonly Fact[] | ContextProblem {
  const { values: most } = contextLimits.requires;
  if (!Array.isArray(value) || value.length === 0 || value.length > most)
    return new ContextProblem(pointer, 'type', `must be a list of 1 to ${most} values`);
  const values: Fact[] = [];
  for (const [index, each] of value.entries()) {
    const read = readFact(each, `${pointer}/${index}`);
    if (read instanceof ContextProblem) return read;
    values.push(read);
  }
  return values;
}

function readText(value: unknown, pointer: string): string | ContextProblem {
  if (typeof value !== 'string') return new ContextProblem(pointer, 'type', 'must be a string');
  if (isPlainText(value)) return value;
  return new ContextProblem(pointer, 'characters', 'must not contain NUL or lone surrogates');
}
