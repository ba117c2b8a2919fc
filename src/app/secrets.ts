import type { Config } from '#config';

/** Everything that must never appear in a log line, however it got there. */
export function secretsOf(config: Config): string[] {
  const secrets = [
    config.secret,
    config.previousSecret,
    config.webhookProxy,
    config.databaseUrl,
    config.smtpUrl,
    ...config.providers.flatMap(({ apiKey, headers }) => [apiKey, ...Object.values(headers.secret)]),
  ];
  return secrets.flatMap((secret) => (secret === null ? [] : [secret.reveal()]));
}
