import { randomInt } from 'node:crypto';
import { isJsonObject, type JsonObject } from './wire-json.ts';

/**
 * More than a model writes before it calls; the message is stored, and sent again with every later step. Of one that is
 * longer nothing is kept: it is an answer, unless it calls.
 */
const maxLength = 1024 * 1024;

/** The types of parts that call, in the wires that have types of parts. */
const callTypes: readonly unknown[] = ['function', 'tool_use', 'function_call'];

/** Members that come in pieces; others come whole. */
const pieced: ReadonlySet<string> = new Set([
  ...['content', 'refusal', 'reasoning_content', 'reasoning', 'arguments'],
]);

/** A provider's message while it arrives, with every member that it has: it goes back as it came. */
export class NativeMessage {
  /** What the message consists of: the message itself and its calls, blocks, parts, or output items. */
  readonly parts: JsonObject[] = [];
  readonly #byIndex = new Map<number, JsonObject>();
  #length = 0;
  #hasLostCall = false;

  /** Whether it calls, and is too long to go back. */
  get hasLostCall(): boolean {
    return this.#hasLostCall;
  }

  /** Takes a part that came whole, or the beginning of one. */
  keep(part: unknown, index?: number): JsonObject {
    if (!isJsonObject(part)) return {};
    if (!this.#grows(JSON.stringify(part).length)) {
      this.#hasLostCall ||= isCall(part);
      return part;
    }
    this.parts.push(part);
    if (index !== undefined) this.#byIndex.set(index, part);
    return part;
  }

  /** The part that began last at this index. */
  at(index: number): JsonObject | undefined {
    return this.#byIndex.get(index);
  }

  append(part: JsonObject, name: string, text: unknown): void {
    const before = part[name];
    if (typeof text !== 'string' || (text === '' && before !== undefined)) return;
    if (this.#grows(text.length)) part[name] = typeof before === 'string' ? before + text : text;
  }

  /** Adds what a delta has; what it does not have stays, and so does what it says again without a value. */
  merge(part: JsonObject, delta: object): void {
    for (const [name, value] of Object.entries(delta)) {
      // Not a member of anything, but the way to what all objects share.
      if (name === '__proto__') continue;
      const before = Object.hasOwn(part, name) ? part[name] : undefined;
      if (pieced.has(name) && typeof value === 'string') this.append(part, name, value);
      else if (isJsonObject(value) && isJsonObject(before)) this.merge(before, value);
      else if (this.#grows(JSON.stringify(value ?? null).length)) {
        if (Array.isArray(value) && Array.isArray(before)) before.push(...value);
        else if (before === undefined || before === null || (value !== null && value !== ''))
          part[name] = value;
      }
    }
  }

  /** False once the message is too long. */
  #grows(length: number): boolean {
    this.#length += length;
    if (this.#length <= maxLength) return true;
    this.#hasLostCall ||= this.parts.some(isCall);
    this.parts.length = 0;
    this.#byIndex.clear();
    return false;
  }
}

function isCall(part: JsonObject): boolean {
  return callTypes.includes(part['type']) || isJsonObject(part['functionCall']);
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id for a call that came without one. Mistral takes no other form. */
export function newCallId(): string {
  return Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('');
}

/** Gives a part the id that it lacks. */
export function identified(part: JsonObject, name: string): string {
  const given = part[name];
  if (typeof given === 'string' && given !== '') return given;
  const id = newCallId();
  part[name] = id;
  return id;
}

/** Arguments as JSON. Some servers send none, or an object instead of its text. */
export function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? '{}' : value;
  return isJsonObject(value) ? JSON.stringify(value) : '{}';
}
