const mostEdits = 3;

/** The known name that was probably meant; null where none is close. */
export function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editsBetween(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  const isNear = best !== undefined && best.distance <= mostEdits && best.distance * 2 < name.length;
  return isNear ? best.candidate : null;
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
