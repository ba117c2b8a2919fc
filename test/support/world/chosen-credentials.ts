import { isWhole } from '#test/faults/whole-matrix.ts';
import type { Credential } from './matrix-credentials.ts';
import type { RouteRow } from './route-rows.ts';

/** How many routes of a kind meet each credential that it refuses; all, where the kind has few. */
const routesOfCredential = 10;

/**
 * What is no credential at a kind of route is the same at each of its routes: some of them meet it, neighbours another
 * one each. Every route meets nothing at all.
 */
export function metBy(
  row: RouteRow,
  rows: readonly RouteRow[],
  credentials: readonly Credential[],
): readonly Credential[] {
  const alike = rows.filter((other) => kindOf(other) === kindOf(row));
  const every = isWhole ? 1 : Math.max(1, Math.floor(alike.length / routesOfCredential));
  const place = alike.indexOf(row);
  return credentials.filter(({ judge, isOf, headers }, index) => {
    if (isOf !== undefined) return isOf(row);
    return judge(row)?.[0] !== 401 || Object.keys(headers).length === 0 || (place + index) % every === 0;
  });
}

/** Routes that look for the same credential, and refuse in the same form. */
function kindOf({ credential, path }: RouteRow): string {
  return `${credential} ${path.split('/')[1]}`;
}

/** Each of both at least once, with another one at the next `place`; each with each in the whole matrix. */
export function pairsOf<A, B>(
  some: readonly A[],
  others: readonly B[],
  place: number,
): readonly (readonly [A, B])[] {
  const meet = (row: number, column: number) =>
    some.length < others.length
      ? row === (column + place) % some.length
      : column === (row + place) % others.length;
  return some.flatMap((one, row) =>
    others.filter((_, column) => isWhole || meet(row, column)).map((other) => [one, other] as const),
  );
}
