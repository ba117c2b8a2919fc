import { type Logger, pino } from 'pino';
import { loggedError } from './log-error.ts';
import { type LogDestination, standardOutput } from './log-output.ts';
import { readableLine } from './log-readable.ts';
import { type Redact, redactor } from './log-redaction.ts';

export type Log = Logger;

export interface LogOptions {
  /** Default `info`. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Exact texts that must never be written, such as provider keys. */
  readonly secrets?: readonly string[];
  /** Default: standard output. A terminal gets readable lines, everything else JSON lines. */
  readonly destination?: LogDestination;
  /**
   * Skips the search for secrets, for lines of ids, codes and numbers only: the search costs more than all the
   * rest of such a line, and there is one for every turn.
   */
  readonly isPlain?: boolean;
}

/** Secrets are removed from the finished line, so no field, message, stack or nested cause can bypass this. */
export function createLog(options: LogOptions = {}): Log {
  const destination = options.destination ?? standardOutput();
  const redact: Redact = options.isPlain ? (line) => line : redactor(options.secrets ?? []);
  const shape: Redact = destination.isTTY === true ? readableLine : (line) => line;
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: loggedError, err: loggedError },
    },
    { write: (line: string) => destination.write(shape(redact(line))) },
  );
}
