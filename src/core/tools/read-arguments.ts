import { limits } from '#contract/limits.ts';
import { isObject } from '#contract/schemas/is-object.ts';
import { isDeep } from './tool-definition.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Objects and lists within each other; whatever walks through arguments takes so many. */
const mostLevels = 32;

/**
 * The arguments of a call as a model wrote them. Null where they are no object, too large or too deep. A model that has
 * nothing to say may write nothing.
 */
export function argumentsIn(written: string): Arguments | null {
  const text = written.trim();
  if (text === '') return {};
  if (Buffer.byteLength(text) > limits.toolArgumentsBytes) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isDeep(value, mostLevels) ? value : null;
  } catch {
    return null;
  }
}
