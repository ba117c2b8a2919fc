import { limits } from '#contract/limits.ts';
import { isObject } from '#contract/schemas/is-object.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call as a model wrote them. Null where they are no object, or too large. A model that has nothing
 * to say may write nothing.
 */
export function argumentsIn(written: string): Arguments | null {
  const text = written.trim();
  if (text === '') return {};
  if (Buffer.byteLength(text) > limits.toolArgumentsBytes) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
