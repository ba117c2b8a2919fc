import { nearest } from '#config';

/** What others call these verbs. */
const verbs: Readonly<Record<string, string>> = {
  ...{ ls: 'list', get: 'show', info: 'show', add: 'create', new: 'create' },
  ...{ edit: 'update', set: 'update', rm: 'delete', remove: 'delete' },
};

/** The command that these words probably mean, a noun and a verb in either order; null where none is close. */
export function meantCommand(
  names: readonly string[],
  [first = '', second]: readonly string[],
): string | null {
  if (second === undefined) return nearest(first, names) ?? listOf(names, first);
  const inOrder = (noun: string, verb: string) => nearest(`${noun} ${verbs[verb] ?? verb}`, names);
  return inOrder(first, second) ?? inOrder(second, first);
}

/** `clients` alone asks for the list. */
function listOf(names: readonly string[], noun: string): string | null {
  const lists = names.filter((name) => name.endsWith(' list'));
  const nouns = lists.map((name) => name.replace(/ list$/, ''));
  const meant = nearest(noun, nouns);
  return meant === null ? null : `${meant} list`;
}
