import { readMasterSecret } from '#adapters/postgres/embedded/data-folder.ts';
import type { Config } from '#config';
import { SafetyIdentifiers } from '#core/identity/safety-identifiers.ts';

/** The master secret: the configured one, or that of the data folder. */
export async function masterSecretOf({ secret, dataFolder }: Config): Promise<string> {
  return secret?.reveal() ?? (await readMasterSecret(dataFolder));
}

export function safetyIdentifiersOf(secret: string, { previousSecret }: Config): SafetyIdentifiers {
  return new SafetyIdentifiers(secret, previousSecret?.reveal() ?? null);
}

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
