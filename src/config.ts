import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoProviderId } from '#contract/models.ts';
import { readConfigFile, type Titles } from './config/config-file.ts';
import { ConfigProblems } from './config/config-problems.ts';
import { defaultDataFolder } from './config/data-folder.ts';
import { type Environment, processEnvironment, type Variable } from './config/environment.ts';
import type { Limits } from './config/limits.ts';
import { type ListenAddress, type LogLevel, type ModelChoice, type Role, roles } from './config/parsers.ts';
import { openaiWireVariable, providerVariables } from './config/provider-variables.ts';
import {
  mergeProviders,
  type ProviderSettings,
  providerFromVariables,
  withModel,
} from './config/providers.ts';
import { Secret } from './config/secret.ts';
import { trackReads, unknownVariables } from './config/unknown-variables.ts';
import { allVariables, variables } from './config/variables.ts';

export { ConfigError } from './config/config-problems.ts';
export { environmentWith } from './config/environment.ts';
export { type Limits, usualShutdownDelayMs } from './config/limits.ts';
export { nearest } from './config/nearest.ts';
export type { ModelChoice, Role } from './config/parsers.ts';
export type { ModelSettings, ProviderSettings } from './config/providers.ts';
export { Secret } from './config/secret.ts';

/** Everything that an operator can set. Read once at the start and never changed. */
export interface Config {
  readonly publicOrigin: string;
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataFolder: string;
  /** null: the embedded PostgreSQL of the data folder. */
  readonly databaseUrl: Secret | null;
  /** null: the data folder keeps one. Never null with `databaseUrl`. */
  readonly secret: Secret | null;
  /** The master secret before this one. It verifies and signs nothing new. */
  readonly previousSecret: Secret | null;
  readonly providers: readonly ProviderSettings[];
  /** Its provider is one of `providers`, or the built-in demo. */
  readonly defaultModel: ModelChoice | null;
  /** Models to fall back to when the chosen one fails, best first; their providers are among `providers`. */
  readonly fallback: readonly ModelChoice[];
  /** The author of a hosted conversation's title. */
  readonly titles: Titles;
  readonly smtpUrl: Secret | null;
  readonly mailFrom: string;
  readonly limits: Limits;
  readonly roles: ReadonlySet<Role>;
  readonly trustedProxies: readonly string[];
  /** Where operators may come from; null: from anywhere. */
  readonly consoleNetworks: readonly string[] | null;
  /** Networks that webhooks may go to although they are not public. */
  readonly webhookNetworks: readonly string[];
  readonly webhookProxy: Secret | null;
  readonly workerSlots: number;
  /** null: `usualShutdownDelayMs` where other processes serve the same database, else none. */
  readonly shutdownDelayMs: number | null;
  /** null: metrics have no listener of their own. */
  readonly metrics: ListenAddress | null;
  readonly metricsClients: boolean;
  readonly logLevel: LogLevel;
  /** The log shows the ids of end users. */
  readonly logUsers: boolean;
  /** The collector of traces; the package that exports them reads its address itself. */
  readonly tracesTo: string | null;
  /** The first start creates a partner to try things with, and prints its key and a password. */
  readonly demo: boolean;
  /** Sentences about variables that have no effect. */
  readonly notices: readonly string[];
  /** The environment that all this was read from, for people who may see it. */
  readonly described: readonly ConfiguredVariable[];
}

/** Reads the configuration; throws one ConfigError that lists every problem. */
export function readConfig(given: Environment = processEnvironment()): Config {
  const { environment, names } = trackReads(given);
  const problems = new ConfigProblems();
  const read = <T, F>(variable: Variable<T>, otherwise: F): T | F => {
    const text = environment[variable.name];
    if (text === undefined || text === '') return otherwise;
    return problems.attempt(variable.name, () => variable.parse(text), otherwise);
  };

  const port = read(variables.port, 8080);
  const publicOrigin = read(variables.publicUrl, originOfPort(port));
  const databaseUrl = read(variables.databaseUrl, null);
  const file = readConfigFile(read(variables.configFile, null), environment, problems);
  const wireOfOpenai = read(openaiWireVariable, null);
  const vendors = providerVariables.map(({ apiKey, baseUrl, ...wire }) =>
    providerFromVariables(wire, read(apiKey, null), read(baseUrl, null), wireOfOpenai),
  );
  const providers = mergeProviders(vendors, file.providers);
  const defaultModel = read(variables.model, null);

  const config: Omit<Config, 'notices' | 'described'> = {
    publicOrigin,
    port,
    host: read(variables.host, isContainer() ? '0.0.0.0' : '127.0.0.1'),
    dataFolder: resolve(read(variables.dataFolder, null) ?? defaultDataFolder()),
    databaseUrl,
    secret: read(variables.secret, null),
    previousSecret: read(variables.previousSecret, null),
    providers: withModel(providers, defaultModel),
    defaultModel,
    fallback: file.fallback,
    titles: file.titles,
    smtpUrl: read(variables.smtpUrl, null),
    mailFrom: read(variables.mailFrom, `Parley <no-reply@${new URL(publicOrigin).hostname}>`),
    limits: file.limits,
    roles: read(variables.roles, new Set(roles)),
    trustedProxies: read(variables.trustedProxies, []),
    consoleNetworks: read(variables.consoleNetworks, null),
    webhookNetworks: read(variables.webhookNetworks, []),
    webhookProxy: read(variables.webhookProxy, null),
    workerSlots: read(variables.workerSlots, 20),
    shutdownDelayMs: read(variables.shutdownDelay, null),
    metrics: read(variables.metrics, null),
    metricsClients: read(variables.metricsClients, false),
    logLevel: read(variables.logLevel, 'info'),
    logUsers: read(variables.logUsers, false),
    tracesTo: read(variables.traces, null),
    demo: read(variables.demo, true) && databaseUrl === null && isLocal(publicOrigin),
  };

  const isSet = ({ name }: Variable<unknown>) => (environment[name] ?? '') !== '';
  if (isSet(variables.databaseUrl) && !isSet(variables.secret)) {
    problems.add(variables.secret.name, 'must be set with DATABASE_URL, to the same value in every process');
  }
  if (defaultModel !== null && !knowsProvider(providers, defaultModel.provider)) {
    problems.add(
      variables.model.name,
      `names the provider ${defaultModel.provider}, which is not configured`,
    );
  }
  for (const { provider } of file.fallback) {
    if (providers.some(({ id }) => id === provider)) continue;
    problems.add('PARLEY_CONFIG: fallback', `names the provider ${provider}, which is not configured`);
  }
  problems.throwIfAny();
  const notices = unknownVariables({ environment, names }, allVariables);
  return deepFreeze({ ...config, notices, described: describeConfiguration(given) });
}

function originOfPort(port: number): string {
  return new URL(`http://localhost:${port}`).origin;
}

/** In any other installation the output of a start ends up in logs that other people read. */
function isLocal(publicOrigin: string): boolean {
  return new URL(publicOrigin).hostname === 'localhost';
}

function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

function knowsProvider(providers: readonly ProviderSettings[], id: string): boolean {
  return id === demoProviderId || providers.some((provider) => provider.id === id);
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) deepFreeze(part);
  }
  return Object.freeze(value);
}

export interface ConfiguredVariable {
  readonly name: string;
  /** Null: not set. Of a secret only that it is set. */
  readonly value: string | null;
  readonly secret: boolean;
}

/** What the environment sets, without any secret: for people who may see the configuration, not use it. */
function describeConfiguration(environment: Environment): readonly ConfiguredVariable[] {
  return allVariables.map(({ name, parse }) => {
    const text = environment[name];
    if (text === undefined || text === '') return { name, value: null, secret: false };
    const secret = parse(text) instanceof Secret;
    return { name, value: secret ? 'set' : text, secret };
  });
}
