import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Database, type DatabaseConnection } from '#adapters/postgres/database/database.ts';
import { guardsOf, missingGuards, readGuards } from '#adapters/postgres/database/guards.ts';
import { openPostgres } from '#adapters/postgres/database/open-postgres.ts';
import { readMasterSecret } from '#adapters/postgres/embedded/data-folder.ts';
import { readFunctions, readMigrations, thisSchema } from '#adapters/postgres/schema/schema-files.ts';
import { readHistory, readOwner } from '#adapters/postgres/schema/schema-history.ts';
import { nextStep } from '#adapters/postgres/schema/schema-step.ts';
import { canExportTraces, installTraces } from '#adapters/telemetry/trace-export.ts';
import type { Config } from '#config';
import { checkProviders, modelsNamedIn } from './diagnose-providers.ts';
import { checkDocuments } from './doctor/check-documents.ts';
import { checkEmbedding } from './doctor/check-embedding.ts';
import { checkPeopleToGoLive, checkSettingsToGoLive } from './doctor/check-going-live.ts';
import { checkOldTransactions, checkReplicationSlots } from './doctor/check-old-snapshots.ts';
import { checkEventLog, checkWebhooks } from './events/check-events.ts';
import { explainFailure } from './explain-failure.ts';
import { type Check, type Finding, open } from './finding.ts';
import { requireDatabase } from './named-database.ts';

const patienceMs = 3_000;

export interface DiagnoseOptions {
  /** Also checks what only a service with partners needs. */
  readonly goingLive?: boolean;
}

/** Checks everything that the service needs, and creates nothing. */
export async function diagnose(
  config: Config,
  { goingLive = false }: DiagnoseOptions = {},
): Promise<readonly Check[]> {
  const database = await checkDatabase(config, goingLive);
  const { tracesTo } = config;
  return [
    configurationCheck(config),
    await check('data folder', () => checkDataFolder(config)),
    await check('secret', () => checkSecret(config)),
    ...database.checks,
    ...(await checkProviders(config, database.models)),
    ...(tracesTo === null ? [] : [await check('traces', async () => checkTraces(tracesTo))]),
    await check('mail', () => checkMail(config)),
    await check('port', () => checkPort(config)),
    ...(goingLive ? checkSettingsToGoLive(config) : []),
    ...database.goingLive,
  ];
}

function configurationCheck({ publicOrigin, notices }: Config): Check {
  const detail = [`public address ${publicOrigin}`, ...notices].join('; ');
  return { name: 'configuration', status: notices.length === 0 ? 'pass' : 'warn', detail };
}

/** Returns the finding of a success; throws that of a failure. */
async function check(name: string, look: () => Promise<Finding>): Promise<Check> {
  try {
    const found = await look();
    return typeof found === 'string' ? { name, status: 'pass', detail: found } : { name, ...found };
  } catch (error) {
    return { name, status: 'fail', detail: error instanceof Error ? error.message : String(error) };
  }
}

async function checkDataFolder({ dataFolder }: Config): Promise<Finding> {
  if (!existsSync(dataFolder)) return missing(dataFolder);
  await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  return dataFolder;
}

async function checkSecret({ secret, dataFolder }: Config): Promise<Finding> {
  if (secret !== null) return open('PARLEY_SECRET is set');
  const file = join(dataFolder, 'secret');
  if (!existsSync(file)) return missing(file);
  await readMasterSecret(dataFolder);
  return `kept in ${file}`;
}

function missing(path: string): Finding {
  return { status: 'warn', detail: `${path} does not exist: the first start creates it` };
}

/** `models` are the models that clients and agents name. */
async function checkDatabase(
  config: Config,
  isGoingLive: boolean,
): Promise<{
  readonly checks: readonly Check[];
  readonly models: readonly string[];
  readonly goingLive: readonly Check[];
}> {
  const databaseUrl = config.databaseUrl?.reveal() ?? null;
  const kind = databaseUrl === null ? `embedded, in ${join(config.dataFolder, 'postgres')}` : 'DATABASE_URL';
  const checks: Check[] = [];
  let models: readonly string[] = [];
  let goingLive: readonly Check[] = [];
  checks.push(
    await check('database', async () => {
      await requireDatabase(config);
      const opening = openPostgres({ databaseUrl, dataFolder: config.dataFolder });
      await using postgres = await opening.catch((error) => {
        throw explainFailure(error, config);
      });
      await using database = new Database({ ...postgres.connection, connections: 1 });
      const version = await checkVersion(database, kind);
      checks.push(await check('migrations', () => checkMigrations(database)));
      checks.push(await check('time limits', () => checkGuards(database, postgres.connection)));
      checks.push(await check('embedding', () => checkEmbedding(database)));
      checks.push(await check('documents', () => checkDocuments(database)));
      checks.push(await check('old transactions', () => checkOldTransactions(database)));
      checks.push(await check('replication slots', () => checkReplicationSlots(database)));
      checks.push(await check('event log', () => checkEventLog(database)));
      checks.push(await check('webhooks', () => checkWebhooks(database, config)));
      models = await modelsNamedIn(database);
      if (isGoingLive) goingLive = await checkPeopleToGoLive(database);
      return version;
    }),
  );
  // The other checks query the database first, which proves that it works; it is shown first.
  return { checks: checks.slice(-1).concat(checks.slice(0, -1)), models, goingLive };
}

async function checkVersion(database: Database, kind: string): Promise<Finding> {
  const [server] = await database.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return `PostgreSQL ${server?.version} (${kind})`;
}

/** Reads the settings in force while one of our statements runs. */
async function checkGuards(database: Database, { guards = 'startup' }: DatabaseConnection): Promise<Finding> {
  const missing = missingGuards(guardsOf({}), await database.query(readGuards));
  if (missing.length > 0) return { status: 'fail', detail: `not in force: ${missing.join(', ')}` };
  return open(
    guards === 'startup'
      ? 'in force on each connection'
      : 'in force in each transaction, since a pooler drops start-up parameters',
  );
}

async function checkMigrations(database: Database): Promise<Finding> {
  const migrations = await readMigrations();
  const functions = await readFunctions();
  const history = await readHistory(database);
  const owner = await readOwner(database);
  const { release } = thisSchema;
  const step = nextStep(release, { migrations, functions }, { history, owner });
  switch (step.kind) {
    case 'none': {
      const isBeside = owner !== null && owner.version !== release.version;
      return open(
        isBeside
          ? `those of ${owner.version}, with which ${release.version} is compatible`
          : `all ${migrations.length} applied`,
      );
    }
    case 'migration':
      return behind(`${migrations.length - history.length} to apply`);
    case 'functions':
      return behind(`the functions of ${release.version} to apply`);
  }
}

function behind(what: string): Finding {
  return {
    status: 'warn',
    isOpen: true,
    detail: `${what}; the next start or parley migrate does so, and only a backup can undo it`,
  };
}

function checkTraces(endpoint: string): Finding {
  // A path may hold a token of the collector's vendor.
  if (canExportTraces()) return `sent to ${new URL(endpoint).origin}`;
  return { status: 'warn', detail: `not exported, because a package is missing: run ${installTraces}` };
}

async function checkMail({ smtpUrl, dataFolder }: Config): Promise<Finding> {
  if (smtpUrl === null) return `written to ${join(dataFolder, 'outbox')}`;
  const url = new URL(smtpUrl.reveal());
  await reach(url, url.protocol === 'smtps:' ? 465 : 587);
  return `${url.host} answers`;
}

async function checkPort({ host, port }: Config): Promise<Finding> {
  if (await isFree(host, port)) return `${host}:${port} is free`;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/v1/health`, {
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    (response) => response.json(),
    () => null,
  );
  const isParley = typeof answer === 'object' && answer !== null && 'status' in answer && 'version' in answer;
  if (isParley) return `Parley answers on ${host}:${port}`;
  return { status: 'fail', detail: `${host}:${port} is used by another program` };
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function reach(url: URL, defaultPort: number): Promise<void> {
  const port = url.port !== '' ? Number(url.port) : url.protocol === 'http:' ? 80 : defaultPort;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: patienceMs });
    const fail = (reason: string) => {
      socket.destroy();
      reject(new Error(`${url.hostname}:${port} cannot be reached (${reason})`));
    };
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => fail('no answer'));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
  });
}
