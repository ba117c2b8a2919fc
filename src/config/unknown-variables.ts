import type { Environment, Variable } from './environment.ts';
import { nearest } from './nearest.ts';

const prefix = 'PARLEY_';
/** Kubernetes describes each service to its pods in variables of this form. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT.*)|PORT(?:_.*)?)$/;
/** The guides have partners keep their key, the address of the API and that of their pages in these. */
const partners: ReadonlySet<string> = new Set(['PARLEY_KEY', 'PARLEY_URL', 'PARLEY_TENANT_URL']);

/** The environment, and the names that were read from it. */
export interface ReadEnvironment {
  readonly environment: Environment;
  readonly names: ReadonlySet<string>;
}

export function trackReads(environment: Environment): ReadEnvironment {
  const names = new Set<string>();
  const get = (target: Environment, name: string | symbol) => {
    if (typeof name !== 'string') return undefined;
    names.add(name);
    return target[name];
  };
  return { environment: new Proxy(environment, { get }), names };
}

/**
 * A sentence for each variable that is named like one of Parley's and that nothing has read: a setting that has no
 * effect must not go unnoticed.
 */
export function unknownVariables(
  { environment, names }: ReadEnvironment,
  variables: readonly Pick<Variable<unknown>, 'name' | 'formerNames'>[],
): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !names.has(name))
    .filter((name) => !partners.has(name) && !serviceLink.test(name))
    .sort()
    .map((name) => {
      const heir = variables.find(({ formerNames }) => formerNames?.includes(name));
      if (heir !== undefined) return `${name} is no longer read: it is now called ${heir.name}`;
      const meant = meantBy(
        name,
        variables.map((variable) => variable.name),
      );
      return `${name} is not a Parley setting and has no effect${meant === null ? '' : `: did you mean ${meant}?`}`;
    });
}

function meantBy(name: string, known: readonly string[]): string | null {
  const bare = name.slice(prefix.length);
  return known.includes(bare) ? bare : nearest(name, known);
}
