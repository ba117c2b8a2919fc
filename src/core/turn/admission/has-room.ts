/** Whether one more fits under a limit; without a limit it does. */
export function hasRoom(limit: number | null, used: number): boolean {
  return limit === null || used < limit;
}
