import { createLog, type Log } from '#adapters/log.ts';
import { Metrics } from '#adapters/telemetry/metrics.ts';
import type { Config } from '#config';
import { withTimeout } from '#core/shared/wait.ts';
import { createHttp } from './app/create-http.ts';
import { createStepOptions } from './app/create-step-options.ts';
import { startWebhooks } from './app/events/start-webhooks.ts';
import { explainFailure } from './app/explain-failure.ts';
import { openDatabase } from './app/open-database.ts';
import { openKnowledge } from './app/open-knowledge.ts';
import { openTelemetry } from './app/open-telemetry.ts';
import { masterSecretOf, safetyIdentifiersOf, secretsOf } from './app/secrets.ts';
import { startTurns } from './app/start-turns.ts';

export function openLog(config: Config): Log {
  return createLog({ secrets: secretsOf(config), level: config.logLevel });
}

/** How much longer than the drain limit a stop may take: an unavailable database will never answer. */
const stopMs = 2_500;

export interface App extends AsyncDisposable {
  /** Resolves with the reason when the service cannot continue. */
  readonly failed: Promise<Error>;
}

/**
 * Starts the service, unless `asked` aborts meanwhile. Disposing tells balancers, drains it (no new work; running
 * answers finish within the drain limit) and stops PostgreSQL last.
 */
export async function startApp(config: Config, log: Log, asked?: AbortSignal): Promise<App> {
  try {
    return await start(config, log, asked);
  } catch (error) {
    throw explainFailure(error, config);
  }
}

async function start(config: Config, log: Log, asked?: AbortSignal): Promise<App> {
  for (const notice of config.notices) log.warn(notice);
  await using base = new AsyncDisposableStack();
  const metrics = new Metrics({ withClients: config.metricsClients });
  const opened = base.use(
    await openDatabase(config, {
      connections: 12,
      onIdleError: (error) => log.error({ error }, 'A connection failed'),
      onStatement: (statement, milliseconds) =>
        metrics.observe('statementSeconds', { statement }, milliseconds / 1_000),
      events: {
        onBegin: (outage) =>
          log.error(
            { event: 'database.away', ...outage },
            'The database is unavailable: requests that need it get a 503',
          ),
        onEnd: (outage) => log.info({ event: 'database.back', ...outage }, 'The database is available again'),
      },
      onWait: (forWhat) => log.info(forWhat),
      onUpgrade: (sentence) => log.warn(sentence),
      onRestarted: (restarted) => log.warn(restarted, 'PostgreSQL had exited and was restarted'),
      ...(asked && { signal: asked }),
    }),
  );
  await using parts = new AsyncDisposableStack();
  const secret = await masterSecretOf(config);
  const telemetry = parts.use(await openTelemetry(config, secret, metrics, log));
  const identifiers = safetyIdentifiersOf(secret, config);
  const onError = (what: string, error: unknown) => log.error({ error }, `${what} failed`);
  const knowledge = parts.use(openKnowledge(opened, secret, onError));
  const steps = createStepOptions({ config, secret, database: opened.database, log });
  const turns = parts.use(
    await startTurns(config, opened, { telemetry, identifiers, knowledge, steps, log }),
  );
  if (config.roles.has('worker'))
    parts.use(await startWebhooks(config, secret, opened, turns, { metrics, log }));
  const http = parts.use(await createHttp(config, opened, turns, { secret, telemetry, log }));
  process.stdout.write(await http.listen());
  const [services, foundation] = [parts.move(), base.move()];
  const drain = async (announced: Promise<void>) => {
    await Promise.all([announced.then(() => http.stop()), turns.drain(announced)]);
    await services.disposeAsync();
    return true;
  };
  return {
    failed: opened.failed,
    [Symbol.asyncDispose]: async () => {
      // Disposed of last, even where the drain fails.
      await using _foundation = foundation;
      const announced = http.announceStop();
      const drained = drain(announced);
      await announced;
      const isDone = await withTimeout(config.limits.drainMs + stopMs, drained);
      if (isDone === null)
        log.warn('The database was unavailable: the next start ends the turns that could not be stored');
    },
  };
}
