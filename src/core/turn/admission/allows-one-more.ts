/** Whether one more fits under a limit; without a limit it always does. */
export function allowsOneMore(limit: number | null, used: number): boolean {
  return limit === null || used < limit;
}
