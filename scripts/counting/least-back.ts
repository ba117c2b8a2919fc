/** What points from a folder to another, as `a > b`, once for each pair. */
type Pairs = ReadonlySet<string>;

/** How many pairs point upwards in the order of the folders in which the fewest do, whether it is declared or not. */
export function countLeastBack(pairs: Pairs): number {
  const folders = [...new Set([...pairs].flatMap((pair) => pair.split(' > ')))];
  return findKnots(folders, pairs).reduce((sum, knot) => sum + leastOf(knot, pairs), 0);
}

/** Folders that reach each other. Between knots no pair has to point upwards. */
function findKnots(folders: readonly string[], pairs: Pairs): readonly (readonly string[])[] {
  const reached = new Map(folders.map((folder) => [folder, reachableFrom(folder, folders, pairs)]));
  const reach = (from: string, to: string) => reached.get(from)?.has(to) ?? false;
  const knotOf = (folder: string) => folders.filter((other) => reach(folder, other) && reach(other, folder));
  return folders.map(knotOf).filter(([first], index) => first === folders[index]);
}

function reachableFrom(start: string, folders: readonly string[], pairs: Pairs): ReadonlySet<string> {
  const found = new Set([start]);
  for (const from of found) {
    for (const to of folders) if (pairs.has(`${from} > ${to}`)) found.add(to);
  }
  return found;
}

/** Tries every order, by the sets of folders that stand below: the best way to a set does not depend on its order. */
function leastOf(knot: readonly string[], pairs: Pairs): number {
  const upward = knot.map((from) =>
    knot.reduce((bits, to, index) => (pairs.has(`${from} > ${to}`) ? bits | (1 << index) : bits), 0),
  );
  const all = (1 << knot.length) - 1;
  const least = [0];
  for (let below = 0; below < all; below++) {
    const cost = least[below] ?? 0;
    for (const [index, bits] of upward.entries()) {
      const next = below | (1 << index);
      if (next === below) continue;
      least[next] = Math.min(least[next] ?? Number.POSITIVE_INFINITY, cost + countBits(bits & ~next));
    }
  }
  return least[all] ?? 0;
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : (bits & 1) + countBits(bits >>> 1);
}
