import type { Config } from '#config';

/** Everything that must never appear in a log line, however it gets there. */
export function secretsOf(config: Config): string[] {
  const secrets = [
    config.secret,
    config.databaseUrl,
    config.smtpUrl,
    ...config.providers.map((provider) => provider.apiKey),
  ];
  return secrets.flatMap((secret) => (secret === null ? [] : [secret.reveal()]));
}
