import { freePort } from '../support/free-port.ts';
import { holdPostgres } from '../support/postgres.ts';
import { processUsage, treeUsage } from '../support/process-usage.ts';
import { startProgram } from '../support/program.ts';
import { type Contender, serviceTarget } from './contender.ts';
import type { MockProvider } from './mock.ts';

/** Fastify, AI SDK and six queries, on a PostgreSQL of its own that runs as the service's does. */
export async function startUsual(mock: MockProvider): Promise<Contender> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await holdPostgres());
  const port = await freePort();
  const program = stack.use(
    await startProgram({
      arguments: ['bench/programs/usual.ts', '--port', String(port), '--provider', mock.origin],
      environment: { DATABASE_URL: postgres.url, NODE_ENV: 'production' },
      port,
    }),
  );
  const owned = stack.move();
  return {
    name: 'usual',
    target: serviceTarget(port),
    server: () => processUsage(program.pid),
    database: () => treeUsage(postgres.pid),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
