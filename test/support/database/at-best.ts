/**
 * The least of up to six measurements, stopping once one is below the limit: a busy machine does not delay all of
 * them.
 */
export async function atBest(limitMs: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < 6 && least >= limitMs; nth++) least = Math.min(least, await measure());
  return least;
}
