import { define, type Variable } from './environment.ts';
import { usualShutdownDelayMs } from './limits.ts';
import * as parse from './parsers.ts';
import { openaiWireVariable, providerVariables } from './provider-variables.ts';

/** The variables that the service reads, except those of providers. An empty variable counts as unset. */
export const variables = {
  publicUrl: define({
    name: 'PARLEY_PUBLIC_URL',
    about: 'Origin that browsers and partners use. Tenants live on <slug>.<host>, sign-in on login.<host>.',
    otherwise: 'http://localhost:<PORT>',
    example: 'https://chat.example.com',
    parse: parse.publicOrigin,
  }),
  port: define({
    name: 'PORT',
    about: 'Port to listen on.',
    otherwise: '8080',
    example: '8080',
    parse: parse.integerBetween(1, 65_535),
  }),
  host: define({
    name: 'HOST',
    about: 'Address to listen on.',
    otherwise: '127.0.0.1, in a container 0.0.0.0',
    example: '127.0.0.1',
    parse: parse.plainText,
  }),
  dataFolder: define({
    name: 'PARLEY_DATA_DIR',
    about: 'Folder of the embedded database, the master secret and the outbox.',
    otherwise: './data; for root where user namespaces are not allowed, /var/lib/parley',
    example: './data',
    parse: parse.plainText,
  }),
  databaseUrl: define({
    name: 'DATABASE_URL',
    about: 'PostgreSQL 15 or later. Needs PARLEY_SECRET.',
    otherwise: 'an embedded PostgreSQL 18 in PARLEY_DATA_DIR',
    example: 'postgres://parley:password@db.example.com/parley',
    parse: parse.databaseAddress,
  }),
  secret: define({
    name: 'PARLEY_SECRET',
    about: 'Master secret that session tokens are derived from, at least 32 characters, the same everywhere.',
    otherwise: 'made on the first start, in PARLEY_DATA_DIR',
    example: '<openssl rand -base64 32>',
    parse: parse.masterSecret,
  }),
  previousSecret: define({
    name: 'PARLEY_SECRET_PREVIOUS',
    about:
      'The previous master secret: session tokens that it signed stay valid, and webhooks keep the secret derived from it.',
    otherwise: 'none',
    example: '<the previous PARLEY_SECRET>',
    parse: parse.masterSecret,
  }),
  model: define({
    name: 'PARLEY_MODEL',
    about:
      "Model of the default partner agent, as <provider>/<model>. The provider's key or address must be set.",
    otherwise: 'the first model that a provider lists, else the offline demo',
    example: 'openai/<model>',
    parse: parse.modelChoice,
  }),
  configFile: define({
    name: 'PARLEY_CONFIG',
    about:
      'JSON file with more providers, with fallback models, with titles by the model and with other time limits.',
    otherwise: 'none',
    example: './parley.json',
    parse: parse.plainText,
  }),
  smtpUrl: define({
    name: 'SMTP_URL',
    about: 'The SMTP server that sends email.',
    otherwise: 'emails are written to <PARLEY_DATA_DIR>/outbox',
    example: 'smtps://user:password@mail.example.com',
    parse: parse.mailServer,
  }),
  mailFrom: define({
    name: 'MAIL_FROM',
    about: 'The sender of emails.',
    otherwise: 'Parley <no-reply@<public host>>',
    example: 'Parley <chat@example.com>',
    parse: parse.mailSender,
  }),
  roles: define({
    name: 'PARLEY_ROLES',
    about: 'What this process does.',
    otherwise: 'api,hosted,console,worker',
    example: 'api,hosted,console,worker',
    parse: parse.roleSet,
  }),
  trustedProxies: define({
    name: 'PARLEY_TRUSTED_PROXIES',
    about: 'Addresses or networks of proxies whose X-Forwarded-* headers are believed.',
    otherwise: 'none',
    example: '10.0.0.0/8,::1',
    parse: parse.networks,
  }),
  consoleNetworks: define({
    name: 'PARLEY_CONSOLE_NETWORKS',
    about: 'Addresses or networks from which the console can be reached; from elsewhere it does not exist.',
    otherwise: 'any address',
    example: '10.0.0.0/8,192.0.2.7',
    parse: parse.networks,
  }),
  webhookNetworks: define({
    name: 'PARLEY_WEBHOOK_NETWORKS',
    about:
      'Addresses or networks that webhooks and requests to tool servers may go to although they are not public, also by http: for every client, ' +
      'which can read the beginning of each reply.',
    otherwise: 'none: public addresses by https only',
    example: '10.1.0.0/16',
    parse: parse.networks,
  }),
  webhookProxy: define({
    name: 'PARLEY_WEBHOOK_PROXY',
    about:
      'HTTP proxy through which all webhooks and requests to tool servers go out. Their names are resolved on this machine, and the proxy is asked for the address.',
    otherwise: 'none',
    example: 'http://egress.example.com:3128',
    parse: parse.proxyAddress,
  }),
  workerSlots: define({
    name: 'PARLEY_WORKER_SLOTS',
    about: 'Jobs that this process runs concurrently.',
    otherwise: '20',
    example: '20',
    parse: parse.integerBetween(1, 10_000),
  }),
  shutdownDelay: define({
    name: 'PARLEY_SHUTDOWN_DELAY',
    about:
      'Seconds between the signal to stop and the end of new connections. Health fails meanwhile, so that a load balancer sends requests elsewhere.',
    otherwise: `${usualShutdownDelayMs / 1_000} where other processes serve the same database, else 0`,
    example: '5',
    parse: parse.secondsUpTo(60),
  }),
  metrics: define({
    name: 'PARLEY_METRICS',
    about: 'Address and port at which Prometheus reads metrics (/metrics), in every role. Keep it private.',
    otherwise: 'no listener',
    example: '127.0.0.1:9464',
    parse: parse.listenAddress,
  }),
  metricsClients: define({
    name: 'PARLEY_METRICS_CLIENTS',
    about:
      'true: metrics of prompts, turns and tokens have a label with the client, for at most 200 clients.',
    otherwise: 'false',
    example: 'true',
    parse: parse.trueOrFalse,
  }),
  logLevel: define({
    name: 'PARLEY_LOG_LEVEL',
    about: `The least severe lines that are logged: ${parse.logLevels.join(', ')}.`,
    otherwise: 'info',
    example: 'warn',
    parse: parse.logLevel,
  }),
  logUsers: define({
    name: 'PARLEY_LOG_USERS',
    about: 'true: the log names end users by their ids instead of a keyed hash.',
    otherwise: 'false',
    example: 'true',
    parse: parse.trueOrFalse,
  }),
  traces: define({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'Address of an OpenTelemetry collector that gets traces. Needs the package @opentelemetry/sdk-node, which ' +
      'reads the other standard OTEL_ variables.',
    otherwise: 'no traces',
    example: 'http://127.0.0.1:4318',
    parse: parse.collectorAddress,
  }),
  demo: define({
    name: 'PARLEY_DEMO',
    about:
      'on or off: the first start makes a partner to try things with, and prints its key and a password. ' +
      'Never with DATABASE_URL or a public host other than localhost.',
    otherwise: 'on',
    example: 'off',
    parse: parse.onOrOff,
  }),
} as const;

/** Every variable, those of the providers before the one that chooses among them. */
export const allVariables: readonly Variable<unknown>[] = Object.values(variables).flatMap((variable) =>
  variable === variables.model
    ? [...providerVariables.flatMap(({ apiKey, baseUrl }) => [apiKey, baseUrl]), openaiWireVariable, variable]
    : [variable],
);
