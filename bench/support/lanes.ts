/**
 * Runs what each lane holds one after another, and the lanes at the same time. Where one fails, the others run all the
 * same; returns those that failed.
 */
export async function runLanes<T>(
  lanes: readonly (readonly T[])[],
  run: (item: T) => Promise<void>,
): Promise<readonly T[]> {
  const failed: T[] = [];
  const runLane = async (lane: readonly T[]) => {
    for (const item of lane) await run(item).catch(() => failed.push(item));
  };
  await Promise.all(lanes.map(runLane));
  return failed;
}
