import { isLast, type ReadLimits, readEvents, type ServerEvent } from './events.ts';

export interface Connections extends Omit<ReadLimits, 'onBreak'> {
  /**
   * Opens the response after `cursor` (null: from the beginning). Null when that failed and another attempt may
   * succeed; a rejection is final.
   */
  readonly connect: (cursor: string | null) => Promise<Response | null>;
  /**
   * Waits before the next connection, and rejects where there should be none. `failures` counts the connections in a
   * row that failed, and is 0 after one that did not; `reason` is why the last one broke, where that is known.
   */
  readonly waitForNext: (failures: number, reason: unknown) => Promise<void>;
}

/** A connection that lasted this long does not count as a failure, whatever it delivered. */
const soundConnectionMs = 10_000;

/**
 * The events of one answer, to the last one, over as many connections as it takes. Each new connection begins after the
 * last event that was yielded, so no text is missing and none is repeated.
 */
export async function* followEvents(
  { connect, waitForNext, ...limits }: Connections,
  after: string | null,
): AsyncGenerator<ServerEvent, void> {
  let cursor = after;
  let failures = 0;
  let reason: unknown;
  const onBreak = (error: unknown) => {
    reason = error;
  };
  for (;;) {
    const response = await connect(cursor);
    const [startedAt, startedFrom] = [performance.now(), cursor];
    if (response !== null) {
      for await (const event of readEvents(response, { ...limits, onBreak })) {
        cursor = event.id || cursor;
        yield event;
        if (isLast(event)) return;
      }
    }
    const isSound = cursor !== startedFrom || performance.now() - startedAt > soundConnectionMs;
    failures = isSound ? 0 : failures + 1;
    await waitForNext(failures, reason);
  }
}
