import { ModelError } from '#core/models/model-error.ts';

/**
 * Parses what a provider sent. A wire names the shape that it hopes for, in which everything is optional
 * and every leaf is unknown: reading it with `?.` and `typeof` is then safe for any JSON.
 */
export function parseWireJson<Hoped>(data: string): Hoped | null {
  try {
    return JSON.parse(data);
  } catch {
    throw new ModelError('rejected', 'the provider sent an event that is not JSON', { retryable: true });
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
