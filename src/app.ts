import { fileURLToPath } from 'node:url';
import { createLog, type Log } from '#adapters/log.ts';
import { createModelRegistry } from '#adapters/models/registry.ts';
import { PostgresClientStore } from '#adapters/postgres/client-store.ts';
import { PostgresConversationStore } from '#adapters/postgres/conversation-store.ts';
import { readMasterSecret } from '#adapters/postgres/data-folder.ts';
import { PostgresHealthStore } from '#adapters/postgres/health-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenant-administration.ts';
import { PostgresTurnStore } from '#adapters/postgres/turn-store.ts';
import { PostgresUsageStore } from '#adapters/postgres/usage-store.ts';
import { BossBell } from '#adapters/queue/lane-bell.ts';
import type { Config } from '#config';
import { HealthCheck } from '#core/health/health-check.ts';
import { Authenticator } from '#core/identity/authenticate.ts';
import { SessionTokens } from '#core/identity/session-token.ts';
import { etaSeconds } from '#core/jobs/eta.ts';
import { Circuits } from '#core/models/circuit.ts';
import { TurnProcess } from '#core/turn/turn-process.ts';
import { addApiFace } from '#http/faces/api-face.ts';
import { addLoginFace } from '#http/faces/login-face.ts';
import { addTenantFace } from '#http/faces/tenant-face.ts';
import { Hosts } from '#http/hosts.ts';
import { addNotFound } from '#http/not-found.ts';
import { notBuilt } from '#http/pages/web-build.ts';
import { createServer, stopServing } from '#http/server.ts';
import { TrustedProxies } from '#http/trusted-proxies.ts';
import { JobWorker } from '#worker/job-worker.ts';
import { createHosted } from './app/create-hosted.ts';
import { readyNotice } from './app/notice.ts';
import { openDatabase } from './app/open-database.ts';
import { secretsOf } from './app/secrets.ts';
import { version } from './app/version.ts';

export function openLog(config: Config): Log {
  return createLog({ secrets: secretsOf(config) });
}

/**
 * Starts the service: the one place that knows every part. Disposing drains it (no new work, running answers to
 * their end, within the drain limit) and stops PostgreSQL last.
 */
export async function startApp(config: Config, log: Log): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const onError = (what: string, error: unknown) => log.error({ error }, `${what} failed`);
  const { database, connection } = parts.use(
    await openDatabase(config, {
      connections: 16,
      onIdleError: (error) => onError('A connection', error),
    }),
  );
  const bell = parts.use(
    await BossBell.start({ ...connection, onError: (error) => onError('The queue', error) }),
  );
  const secret = config.secret?.reveal() ?? (await readMasterSecret(config.dataFolder));
  const models = parts.use(
    createModelRegistry({
      providers: config.providers.map((each) => ({ ...each, apiKey: each.apiKey?.reveal() ?? null })),
      limits: config.limits,
    }),
  );
  const hosts = new Hosts(config.publicOrigin, new TrustedProxies(config.trustedProxies));
  const origins = { issuer: hosts.apiOrigin, tenantUrl: (slug: string) => hosts.tenantUrl(slug) };
  const configured = {
    providers: models.providers,
    defaultModel:
      config.defaultModel === null ? null : `${config.defaultModel.provider}/${config.defaultModel.model}`,
  };

  const circuits = new Circuits();
  const turns = new PostgresTurnStore(database, bell);
  const clients = new PostgresClientStore(database);
  const runsJobs = config.roles.has('worker');
  const process = parts.use(
    new TurnProcess({
      turns,
      slots: runsJobs ? config.workerSlots : 0,
      queueTtlMs: config.limits.queueTtlMs,
      onError,
      runner: {
        ...configured,
        turns,
        circuits,
        turnMs: config.limits.turnMs,
        finishMs: 60_000,
        onModelFailure: (turn, { providerId, model, error }) =>
          log.warn(
            { turn: turn.id, provider: providerId, model, kind: error.kind, error: error.message },
            'A provider failed',
          ),
        onEnd: (turn, end, bytes) => log.debug({ turn: turn.id, end, bytes }, 'A turn ended'),
        onFault: (turn, error) => log.error({ turn: turn.id, error }, 'A turn failed'),
        onFenced: (write, count) => log.warn({ write, count }, 'Writes of a lost attempt were refused'),
      },
    }),
  );
  await process.start();
  const worker = runsJobs
    ? new JobWorker({ turns, clients, process, slots: config.workerSlots, onError })
    : null;
  if (worker !== null) {
    bell.listen({ hasRoom: (lane) => worker.hasRoom(lane), onRing: () => worker.wake() });
  }

  const authenticator = new Authenticator(clients);
  const administration = createTenantAdministration(
    database,
    models.providers.map((provider) => provider.id),
  );
  const services = {
    turns,
    process,
    circuits,
    origins,
    models: configured,
    conversations: new PostgresConversationStore(database),
    usage: new PostgresUsageStore(database),
    tokens: new SessionTokens(secret, origins),
    queueCapacity: config.limits.queueCapacity,
    readerStallMs: config.limits.readerStallMs,
    wake: () => worker?.wake(),
    eta: (position: number | null) => etaSeconds(position, process.pace),
  };
  const health = new HealthCheck({
    store: new PostgresHealthStore(database),
    providers: models.providers,
    circuits,
  });
  const app = createServer({ hosts, log });
  addNotFound(app, authenticator);
  if (config.roles.has('hosted')) {
    const hosted = parts.use(
      createHosted({
        config,
        database,
        hosts,
        clients,
        administration,
        services,
        webFolder: fileURLToPath(new URL('../dist/web', import.meta.url)),
        onMailWritten: (file) => log.info({ file }, 'A letter was written to the outbox'),
        onError,
      }),
    );
    addTenantFace(app, hosted.tenant);
    addLoginFace(app, hosted.login);
    if (!(await hosted.web.isBuilt())) log.warn(notBuilt);
  }
  if (config.roles.has('api')) {
    addApiFace(app, { authenticator, services, administration, hosts, health, version });
  }
  await app.listen({ host: config.host, port: config.port });
  const modelLabels = models.providers.map((provider) => provider.label);
  globalThis.process.stdout.write(
    await readyNotice({ hosts, clients, administration, modelLabels, isHosted: config.roles.has('hosted') }),
  );

  const rest = parts.move();
  return {
    [Symbol.asyncDispose]: async () => {
      await worker?.[Symbol.asyncDispose]();
      const { drainMs } = config.limits;
      await Promise.all([stopServing(app, drainMs), process.drain(drainMs)]);
      await rest.disposeAsync();
    },
  };
}
