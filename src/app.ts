import { createLog, type Log } from '#adapters/log.ts';
import type { Config } from '#config';
import { createHttp } from './app/create-http.ts';
import { openDatabase } from './app/open-database.ts';
import { secretsOf } from './app/secrets.ts';
import { startTurns } from './app/start-turns.ts';

export function openLog(config: Config): Log {
  return createLog({ secrets: secretsOf(config) });
}

/**
 * Starts the service. Disposing drains it (no new work, running answers to their end, within the drain limit)
 * and stops PostgreSQL last.
 */
export async function startApp(config: Config, log: Log): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const opened = parts.use(
    await openDatabase(config, {
      connections: 16,
      onIdleError: (error) => log.error({ error }, 'A connection failed'),
    }),
  );
  const turns = parts.use(await startTurns(config, opened, log));
  const http = parts.use(await createHttp(config, opened.database, turns, log));
  process.stdout.write(await http.listen());
  const started = parts.move();
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all([http.stop(), turns.drain()]);
      await started.disposeAsync();
    },
  };
}
