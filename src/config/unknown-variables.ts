import type { Environment } from './environment.ts';
import type { Variable } from './variable.ts';

const prefix = 'PARLEY_';
/** Kubernetes describes each service to its pods in variables of this form. */
const serviceLink = /_(?:SERVICE_(?:HOST|PORT.*)|PORT(?:_.*)?)$/;
/** The guides have partners keep their key and the address of the API in these. */
const partners: ReadonlySet<string> = new Set(['PARLEY_KEY', 'PARLEY_URL']);
const mostEdits = 3;

/** The environment, and the names that were read from it. */
export interface ReadEnvironment {
  readonly environment: Environment;
  readonly names: ReadonlySet<string>;
}

export function observed(environment: Environment): ReadEnvironment {
  const names = new Set<string>();
  const get = (target: Environment, name: string | symbol) => {
    if (typeof name !== 'string') return undefined;
    names.add(name);
    return target[name];
  };
  return { environment: new Proxy(environment, { get }), names };
}

/**
 * A sentence for each variable that is meant for Parley by its name and that nothing has read: a setting that has no
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
      if (heir !== undefined) return `${name} is not read any more: it is called ${heir.name} now`;
      const meant = nearest(
        name,
        variables.map((variable) => variable.name),
      );
      return `${name} is no setting of Parley and has no effect${meant === null ? '' : `: did you mean ${meant}?`}`;
    });
}

function nearest(name: string, known: readonly string[]): string | null {
  const bare = name.slice(prefix.length);
  if (known.includes(bare)) return bare;
  const [best] = known
    .map((candidate) => ({ candidate, distance: editsBetween(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= mostEdits ? best.candidate : null;
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, counterpart] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === counterpart ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
