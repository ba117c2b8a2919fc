import { isDeepStrictEqual } from 'node:util';
import { harmlessValues } from '#contract/openai/parameters.ts';
import { errors } from '../errors.ts';

interface KnownParameters {
  readonly honoured: readonly string[];
  readonly ignored: readonly string[];
}

/** Refuses parameters by name that would change the answer and cannot. Null means absent. */
export function refuseUnsupported(body: object, { honoured, ignored }: KnownParameters): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined || honoured.includes(name) || ignored.includes(name)) continue;
    const harmless = Object.hasOwn(harmlessValues, name) ? (harmlessValues[name] ?? []) : [];
    if (harmless.some((one) => isDeepStrictEqual(one, value))) continue;
    throw errors.unsupportedParameter(`/${name}`);
  }
}
