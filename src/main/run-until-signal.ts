import { StartFailure } from '#core/shared/start-failure.ts';

/** The part of the log that is needed here. */
interface ProcessLog {
  info(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Runs until it is disposed of. */
export interface Service extends AsyncDisposable {
  /** Resolves with the reason when the service cannot continue. */
  readonly failed?: Promise<Error>;
}

/** The time that an aborted start has to undo what it has started. */
const abandonStartMs = 4_000;

/**
 * Starts the service, and disposes of it after the first SIGINT, SIGTERM or SIGHUP. Resolves with the exit code.
 * Terminals, npm and supervisors send signals more than once: all but the first are ignored.
 */
export async function runUntilSignal(
  start: (asked: AbortSignal) => Promise<Service>,
  log: ProcessLog,
): Promise<number> {
  exitOnBugs(log);
  const { signal: asked, name } = firstSignal();
  try {
    const service = await startUnlessAsked(start, asked);
    if (service === null) return stopped(log, await name);
    const failure = await Promise.race([name.then(() => null), service.failed ?? name.then(() => null)]);
    if (failure !== null) throw failure;
    log.info({ signal: await name }, 'Stopping');
    await service[Symbol.asyncDispose]();
    log.info({}, 'Stopped');
    return 0;
  } catch (error) {
    if (error instanceof StartFailure) console.error(`parley: ${error.message}`);
    else log.fatal({ error }, 'The service failed');
    return 1;
  }
}

/** The service, or null when it was asked to stop during its start and did not finish starting in time. */
async function startUnlessAsked(
  start: (asked: AbortSignal) => Promise<Service>,
  asked: AbortSignal,
): Promise<Service | null> {
  const { promise: abandoned, resolve: abandon } = Promise.withResolvers<null>();
  const onAsked = () => setTimeout(abandon, abandonStartMs, null).unref();
  asked.addEventListener('abort', onAsked);
  const starting = start(asked).catch((error) => {
    if (asked.aborted) return null;
    throw error;
  });
  const service = await Promise.race([starting, abandoned]);
  asked.removeEventListener('abort', onAsked);
  return service;
}

function stopped(log: ProcessLog, signal: NodeJS.Signals): number {
  log.info({ signal }, 'Stopped before the service had started');
  return 0;
}

function firstSignal(): { readonly signal: AbortSignal; readonly name: Promise<NodeJS.Signals> } {
  const controller = new AbortController();
  const name = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve(signal);
        controller.abort();
      });
    }
  });
  return { signal: controller.signal, name };
}

/**
 * An uncaught error is a bug. The state is unknown, so the process exits; everything that was promised is in the
 * database.
 */
function exitOnBugs(log: ProcessLog): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ error, origin }, 'A bug ended the process');
    process.exit(1);
  });
  // The reader of our output may be gone, which is not a bug.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
