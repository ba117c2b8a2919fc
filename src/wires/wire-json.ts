import { ModelError } from '#core/models/model-error.ts';

export type JsonObject = Record<string, unknown>;

/**
 * Parses what a provider sent. A wire names the shape that it expects, in which everything is optional and every leaf
 * is unknown, so that reading it with `?.` and `typeof` is safe for any JSON.
 */
export function parseWireJson<Hoped>(data: string): Hoped | null {
  try {
    return JSON.parse(data);
  } catch {
    throw new ModelError('rejected', 'the provider sent an event that is not JSON', { retryable: true });
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The values of `member` in a list of objects, or null when it is not a list. */
export function namesIn(list: unknown, member: string): string[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((item: unknown) => {
    const name = typeof item === 'object' && item !== null ? new Map(Object.entries(item)).get(member) : null;
    return typeof name === 'string' ? [name] : [];
  });
}
