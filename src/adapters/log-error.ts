/**
 * Fields that help to find a cause and hold no user content. A driver's error may also contain a whole connection.
 */
const kept = ['code', 'constraint', 'table', 'column', 'syscall', 'address', 'port'];

/**
 * An error as the log shows it: its type, message, stack, causes and a few plain fields. Everything else in it
 * is left out.
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = kept.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(fields),
    ...(error instanceof AggregateError && { errors: error.errors.map(loggedError) }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}
