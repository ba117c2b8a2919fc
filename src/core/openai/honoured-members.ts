import { isDeepStrictEqual } from 'node:util';
import { limits } from '#contract/limits.ts';
import { harmlessValues } from '#contract/openai/parameters.ts';
import { errors } from '../errors.ts';

interface KnownParameters {
  readonly honoured: readonly string[];
  readonly ignored: readonly string[];
}

/**
 * The members of a body that have an effect. Refuses parameters by name that would change the answer and cannot. Null
 * means absent.
 */
export function honouredMembers(body: object, { honoured, ignored }: KnownParameters): object {
  const taken = Object.entries(body).filter(([name, value]) => {
    if (value === null || value === undefined || ignored.includes(name)) return false;
    if (honoured.includes(name)) return true;
    refuseUnlessHarmless(name, value);
    return false;
  });
  for (const [name, value] of taken) {
    if (isDeeperThan(limits.nestedLevels, value)) {
      const most = `must have at most ${limits.nestedLevels} levels`;
      throw errors.invalidField(`/${name}`, most, 'depth');
    }
  }
  return Object.fromEntries(taken);
}

function refuseUnlessHarmless(name: string, value: unknown): void {
  const harmless = Object.hasOwn(harmlessValues, name) ? (harmlessValues[name] ?? []) : [];
  if (harmless.some((one) => isDeepStrictEqual(one, value))) return;
  const accepted = harmless.map((one) => JSON.stringify(one)).join(' or ');
  const instead = accepted === '' ? 'leave it out' : `send ${accepted}, or leave it out`;
  throw errors.unsupportedParameter(`/${name}`, `is not offered here: ${instead}`);
}

/** Ends at that depth: a body may be nested deeper than the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}
