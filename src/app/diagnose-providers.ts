import { createModelRegistry } from '#adapters/models/registry.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Config } from '#config';
import { parseModelReference } from '#core/models/choose-model.ts';
import type { Check } from './finding.ts';
import { modelSettingsOf } from './model-settings.ts';

/**
 * Asks every provider for its models with its key, which costs no tokens. `named` are the models, as
 * `<provider>/<model>`, that clients and agents name in addition to those of the configuration.
 */
export async function checkProviders(config: Config, named: readonly string[]): Promise<readonly Check[]> {
  if (config.providers.length === 0) {
    const detail = 'none is configured: the offline demo answers';
    return [{ name: 'providers', status: 'warn', detail }];
  }
  await using registry = createModelRegistry(modelSettingsOf(config));
  return await Promise.all(
    registry.providers.map(async (provider, index) => {
      const { status, detail, unknownModels } = await provider.inspect(
        new AbortController().signal,
        modelsOf(provider.id, named),
      );
      const settings = config.providers[index];
      const where = settings === undefined ? '' : `${new URL(settings.baseUrl).host} `;
      return {
        name: `provider ${provider.id}`,
        // The service works without a model that only some prompts need, but an operator who asks should fix it.
        status: unknownModels.length > 0 ? 'fail' : status,
        detail: `${where}${detail}${settings?.apiKey === null ? '; no key is set' : ''}`,
      };
    }),
  );
}

/** The models that clients and agents of a database name; none when it has no tables yet. */
export async function modelsNamedIn(database: Database): Promise<readonly string[]> {
  const rows = await database
    .query<{ model: string }>(
      `select model from clients where model is not null and enabled
       union select model from agents where model is not null
       union select deep_dive_model from agents where deep_dive_model is not null`,
    )
    .catch(() => []);
  return rows.map(({ model }) => model);
}

function modelsOf(providerId: string, references: readonly string[]): readonly string[] {
  return references
    .map(parseModelReference)
    .filter((reference) => reference?.providerId === providerId)
    .flatMap((reference) => reference?.model ?? []);
}
