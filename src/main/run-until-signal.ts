/** The part of the log that is needed here. */
interface ProcessLog {
  info(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/**
 * Starts the service, and disposes of it after the first SIGINT, SIGTERM or SIGHUP. Resolves with the exit code.
 * Terminals, npm and supervisors send signals more than once: all but the first are ignored.
 */
export async function runUntilSignal(
  start: () => Promise<AsyncDisposable>,
  log: ProcessLog,
): Promise<number> {
  exitOnBugs(log);
  const asked = firstSignal();
  try {
    const service = await start();
    const signal = await asked;
    log.info({ signal }, 'Stopping');
    await service[Symbol.asyncDispose]();
    log.info({}, 'Stopped');
    return 0;
  } catch (error) {
    log.fatal({ error }, 'The service failed');
    return 1;
  }
}

function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
}

/** What nobody catches is a bug. Its state is unknown, so the process ends; what was promised is in the database. */
function exitOnBugs(log: ProcessLog): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ error, origin }, 'A bug ended the process');
    process.exit(1);
  });
  // Whoever read our output may be gone: that is no bug.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
