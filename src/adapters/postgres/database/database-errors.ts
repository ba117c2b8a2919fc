import { DatabaseUnavailable } from '#core/errors.ts';

/** Wraps the error of a statement or connection as DatabaseUnavailable when the database was unreachable. */
export function translateError(error: unknown): unknown {
  if (!isOutOfReach(error)) return error;
  return new DatabaseUnavailable('The database cannot be reached', { cause: error });
}

/** Whether an error concerns the connection rather than the statement that failed on it. */
export function isAway(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable;
}

/**
 * SQLSTATE classes 08 (connection) and 53 (resources), and single codes: shutdown, crash, starting up, session ended,
 * statement cancelled by a timeout, lock not granted in time, and a former primary that is now read-only.
 */
const sqlStates = /^(08...|53...|57P0[1-5]|57014|55P03|25P03|25006)$/;

/** The driver's own errors carry no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * Whether the session had ended before the statement reached the server, which ends the session of a process that
 * stalls in a transaction. Everything in that transaction is rolled back, so it may be run again. The driver reports
 * the server's message, its own error when it has read that message before, or EPIPE when the socket is closed.
 */
export function isUnsent(error: unknown): boolean {
  if (!isAway(error) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  if ('code' in cause) return cause.code === '25P03' || cause.code === 'EPIPE';
  return cause.message.startsWith('Client has encountered a connection error');
}

/** Whether a row could not be stored because this constraint allows it once. */
export function isTaken(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  return (
    'code' in error && error.code === '23505' && 'constraint' in error && error.constraint === constraint
  );
}

/** Whether a statement was ended because it exceeded its limit. */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === '57014') || isTimeout(error.cause);
}

/** Whether no connection became free, or could be made, in time: the driver reports both alike. */
export function isLongWait(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Whether the database was unreachable or unusable, by the driver's error or ours. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  if ('syscall' in error) return true;
  // Several addresses were tried, and none of them answered.
  if (error instanceof AggregateError) return error.errors.some(isOutOfReach);
  if ('code' in error && typeof error.code === 'string') {
    return sqlStates.test(error.code) || /^E(PIPE|CONN|TIMEDOUT)/.test(error.code);
  }
  return driverMessages.test(error.message);
}
