import type { JsonReader } from './json-reader.ts';

/**
 * From the signal to stop to the end of new connections, where other processes serve the same database: balancers that
 * probe every second have seen two failed probes by then.
 */
export const usualShutdownDelayMs = 2_000;

/** Time limits in milliseconds, how many jobs may wait, and how often readers get text. */
export interface Limits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly turnMs: number;
  readonly readerStallMs: number;
  readonly drainMs: number;
  readonly queueTtlMs: number;
  readonly queueCapacity: number;
  /** 0: each text as it arrives. */
  readonly readingPaceMs: number;
}

export function readLimits(file: JsonReader): Limits {
  const limits = {
    connectMs: file.integer('connect_ms', 1, 5_000),
    firstByteMs: file.integer('first_byte_ms', 1, 60_000),
    idleMs: file.integer('idle_ms', 1, 60_000),
    turnMs: file.integer('turn_ms', 1, 15 * 60_000),
    readerStallMs: file.integer('reader_stall_ms', 1, 30_000),
    drainMs: file.integer('drain_ms', 0, 30_000),
    queueTtlMs: file.integer('queue_ttl_ms', 1, 15 * 60_000),
    queueCapacity: file.integer('queue_capacity', 1, 100_000),
    readingPaceMs: file.integer('reading_pace_ms', 0, 50),
  };
  file.refuseOthers();
  return limits;
}
