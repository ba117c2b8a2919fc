import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '#adapters/log.ts';
import { PostgresClientStore } from '#adapters/postgres/administration/client-store.ts';
import { PostgresConversationPoll } from '#adapters/postgres/conversations/conversation-poll.ts';
import { PostgresConversationStore } from '#adapters/postgres/conversations/conversation-store.ts';
import { PostgresConversationSearch } from '#adapters/postgres/conversations/search-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresHealthStore } from '#adapters/postgres/database/health-store.ts';
import { PostgresBlockedUserStore } from '#adapters/postgres/people/blocked-user-store.ts';
import { PostgresOpenKeyStore } from '#adapters/postgres/sign-in/ended-access-stores.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { createTenantAdministration } from '#adapters/postgres/tenants/tenant-administration.ts';
import { PostgresActionStore } from '#adapters/postgres/turns/action-store.ts';
import { PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import { PostgresResponseStore } from '#adapters/postgres/turns/response-store.ts';
import { PostgresCostStore } from '#adapters/postgres/usage/cost-store.ts';
import { PostgresUsageReportStore } from '#adapters/postgres/usage/usage-report-store.ts';
import { PostgresUsageStore } from '#adapters/postgres/usage/usage-store.ts';
import type { Telemetry } from '#adapters/telemetry/telemetry.ts';
import { type Config, usualShutdownDelayMs } from '#config';
import { createConversationWatch } from '#core/conversations/conversation-watch.ts';
import { DatabaseUnavailable } from '#core/errors.ts';
import { HealthCheck } from '#core/health/health-check.ts';
import type { HealthStore } from '#core/health/health-store.ts';
import { Authenticator } from '#core/identity/authenticate.ts';
import { SessionTokens } from '#core/identity/session-token.ts';
import { BackgroundTasks } from '#core/mail/background-tasks.ts';
import { withTimeout } from '#core/shared/wait.ts';
import { KnownDevices } from '#core/sign-in/known-device.ts';
import { etaSeconds } from '#core/turn/eta.ts';
import { ClientPackages } from '#http/client-package/client-packages.ts';
import { addApiHost, addHealth } from '#http/hosts/api-host.ts';
import { addConsoleHost } from '#http/hosts/console-host.ts';
import { addLoginHost } from '#http/hosts/login-host.ts';
import { addTenantHost } from '#http/hosts/tenant-host.ts';
import { addNotFound } from '#http/pages/not-found.ts';
import { notBuilt, WebBuild } from '#http/pages/web-build.ts';
import { Hosts, TrustedProxies } from '#http/server/hosts.ts';
import { createServer } from '#http/server/server.ts';
import { Shutdown } from '#http/server/shutdown.ts';
import { AccessWatch } from '#http/session/access-watch.ts';
import { createConsole } from './console/create-console.ts';
import { createOperations } from './console/create-operations.ts';
import { createEmails } from './create-emails.ts';
import { createHosted } from './create-hosted.ts';
import { createPartnerServices } from './create-partner-services.ts';
import { createToolServices } from './create-tool-services.ts';
import { createDocumentTools } from './document-tools.ts';
import { openEvents } from './events/open-events.ts';
import { createWebhooks } from './events/start-webhooks.ts';
import { databaseName } from './named-database.ts';
import { readyNotice } from './notice.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Turns } from './start-turns.ts';
import { version } from './version.ts';
import { watchProviders } from './watch-providers.ts';

/** Screens that are open all day share a small pool of their own, so that they slow down nothing else. */
const screenConnections = 4;
const screenStatementMs = 2_000;

/** Searches wait for each other, and a part of one takes a fraction of this. */
const searchConnections = 2;
const searchStatementMs = 200;

const countProcessesMs = 500;

/** The HTTP side of the service. */
export interface Http extends AsyncDisposable {
  /** Starts to answer requests; returns messages for the operator. */
  listen(): Promise<string>;
  /** Sends load balancers and clients elsewhere, and keeps answering until they have left. */
  announceStop(): Promise<void>;
  /** Takes no new requests, and waits for the answers under way. */
  stop(): Promise<void>;
}

export interface HttpTools {
  /** The master secret. */
  readonly secret: string;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

export async function createHttp(
  config: Config,
  opened: OpenDatabase,
  running: Turns,
  { secret, telemetry, log }: HttpTools,
): Promise<Http> {
  const { database, connect, state } = opened;
  await using parts = new AsyncDisposableStack();
  const hosts = new Hosts(config.publicOrigin, new TrustedProxies(config.trustedProxies));
  const clients = new PostgresClientStore(database);
  const providers = running.models.providers;
  const providerIds = providers.map(({ id }) => id);
  const documentTools = createDocumentTools(database);
  const administration = createTenantAdministration(database, providerIds, documentTools);
  const events = parts.use(openEvents(opened, running));
  const changes = parts.use(watchConversations(opened));
  const search = new PostgresConversationSearch(
    connect(searchConnections, { statementTimeoutMs: searchStatementMs }),
  );
  const services = { ...servicesOf(config, secret, database, running, hosts), events, changes, search };
  const { readerStallMs } = config.limits;
  const app = createServer({ hosts, log, telemetry: telemetry.requests, readerStallMs });
  const shutdown = new Shutdown(app);
  const authenticator = new Authenticator(clients);
  addNotFound(app, authenticator);
  const emails = createEmails(config, hosts, administration, new PostgresThrottleStore(database), (file) =>
    log.info({ file }, 'An email was written to the outbox'),
  );
  const { passwordLinks, mailer } = emails;
  const reads = connect(screenConnections, { statementTimeoutMs: screenStatementMs });
  const { webhooks, deliveries } = services;
  const { devices } = services;
  const tools = createToolServices({ config, secret, database, log }, devices, telemetry.signIns);
  const eventServices = { webhooks, deliveries, eventLog: events.log, ...tools };
  const own = { passwordLinks, mailer, eventServices, documentTools };
  const operations = createOperations({ config, database, reads, hosts, running, ...own });
  const onError = (what: string, error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) log.error({ error }, `${what} failed`);
  };
  const partners = createPartnerServices(database, {
    ...{ hosts, mailer, running, devices: services.devices, telemetry: telemetry.signIns },
    background: parts.use(new BackgroundTasks((error) => onError('Mail', error))),
  });
  const web = new WebBuild(fileURLToPath(new URL('../../dist/web', import.meta.url)));
  const isHosted = config.roles.has('hosted');
  if (isHosted) {
    const hosted = parts.use(
      createHosted({
        config,
        database,
        hosts,
        clients,
        administration,
        services: { ...services, ...tools, reading: running.readingOn('tenant') },
        signInTelemetry: telemetry.signIns,
        web,
        launcherFolder: fileURLToPath(new URL('../../dist/launcher', import.meta.url)),
        emails,
        partners,
        onError,
      }),
    );
    addTenantHost(app, hosted.tenant);
    addLoginHost(app, hosted.login);
  }
  // A passkey belongs to a host that has a name.
  const isConsole = config.roles.has('console') && hosts.hasNames;
  if (isConsole) {
    const background = parts.use(new BackgroundTasks((error) => onError('Mail', error)));
    const consoleParts = { config, database, reads, hosts, operations, mailer, background, web };
    addConsoleHost(app, createConsole({ ...consoleParts, isDatabaseAway: () => state.isAway }));
  }
  if ((isHosted || isConsole) && !(await web.isBuilt())) log.warn(notBuilt);
  const store = new PostgresHealthStore(database);
  const providerWatch = parts.use(watchProviders(running, log));
  const health = new HealthCheck({ store, takesWrites: () => state.takesWrites, providers: providerWatch });
  addHealth(app, authenticator, { health, version, isStopping: () => shutdown.isAnnounced });
  if (config.roles.has('api')) {
    // A report may take longer than a screen.
    const ofKeys = { ...operations, ...administration, ...partners };
    const api = { ...services, metrics: telemetry.metrics, providerWatch };
    const packages = new ClientPackages(fileURLToPath(new URL('../../dist/sdk', import.meta.url)));
    const siteFile = fileURLToPath(new URL('../../dist/docs/site.json', import.meta.url));
    const documentation = { hosts, version, web, siteFile };
    const keys = new PostgresOpenKeyStore(database);
    const watch = parts.use(new AccessWatch(keys, (error) => onError('The key watch', error)));
    const served = { services: api, operations: ofKeys, documentation, packages };
    addApiHost(app, { authenticator, hosts, watch, ...served });
  }
  const rest = parts.move();
  return {
    listen: async () => {
      await app.listen({ host: config.host, port: config.port });
      const modelLabels = providers.map(({ label }) => label);
      return readyNotice({
        hosts,
        clients,
        administration,
        modelLabels,
        isDocumented: config.roles.has('api'),
        isHosted,
        operators: isConsole ? operations.operators : null,
        isDemo: config.demo,
        database: databaseName(config),
      });
    },
    announceStop: async () => {
      const delayMs = config.shutdownDelayMs ?? (await defaultShutdownDelayMs(store));
      shutdown.announce(delayMs);
      await delay(delayMs);
    },
    stop: () => {
      // Readers that wait for an event or a change are answered, so that the stop does not wait for them.
      events[Symbol.dispose]();
      changes[Symbol.dispose]();
      return shutdown.stop(config.limits.drainMs);
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** A process that is alone has no other to send requests to. */
async function defaultShutdownDelayMs(store: HealthStore): Promise<number> {
  const processes = await withTimeout(countProcessesMs, store.countProcesses()).catch(() => null);
  return processes !== null && processes > 1 ? usualShutdownDelayMs : 0;
}

/** Shared by all readers who wait for a change of a conversation in this process. */
function watchConversations({ connect }: OpenDatabase) {
  const polls = new PostgresConversationPoll(connect(1));
  const watch = createConversationWatch(polls);
  return { polls, watch, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

function servicesOf(config: Config, secret: string, database: Database, running: Turns, hosts: Hosts) {
  const previous = config.previousSecret?.reveal() ?? null;
  const origins = { issuer: hosts.apiOrigin, tenantUrl: (slug: string) => hosts.tenantUrl(slug) };
  return {
    ...running,
    ...createWebhooks(config, secret, database),
    ...{ reading: running.readingOn('api'), origins },
    conversations: new PostgresConversationStore(database),
    actions: new PostgresActionStore(database),
    usage: new PostgresUsageStore(database),
    responses: new PostgresResponseStore(database),
    blockedUsers: new PostgresBlockedUserStore(database),
    reports: new PostgresUsageReportStore(database),
    costs: new PostgresCostStore(database),
    endedTurns: new PostgresEndedTurnStore(database),
    tokens: new SessionTokens(secret, origins, previous),
    devices: new KnownDevices(secret, previous),
    queueCapacity: config.limits.queueCapacity,
    readerStallMs: config.limits.readerStallMs,
    eta: (position: number | null) => etaSeconds(position, running.pace()),
  };
}
