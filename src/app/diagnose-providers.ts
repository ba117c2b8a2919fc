import { createModelRegistry } from '#adapters/models/registry.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { Config } from '#config';
import { parseModelReference } from '#core/models/choose-model.ts';
import type { Check } from './finding.ts';
import { modelSettingsOf } from './model-settings.ts';

/** How long a command waits for a provider. */
const patienceMs = 4_000;

/**
 * Asks every provider for its models with its key, which costs no tokens. `named` are the models, as
 * `<provider>/<model>`, that clients and agents name in addition to those of the configuration.
 */
export async function checkProviders(config: Config, named: readonly string[]): Promise<readonly Check[]> {
  if (config.providers.length === 0) {
    const detail = 'none is configured: the offline demo answers';
    return [{ name: 'providers', status: 'warn', detail }];
  }
  const used = modelsInUse(config, named);
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
        // A model that is named fails prompts; one that nothing names is never asked.
        status: unknownModels.some((model) => used.has(`${provider.id}/${model}`)) ? 'fail' : status,
        detail: `${where}${detail}${settings?.apiKey === null ? '; no key is set' : ''}`,
      };
    }),
  );
}

/** What prompts can go to: the models that are named, and without a default the first one of each provider. */
function modelsInUse(
  { defaultModel, fallback, providers }: Config,
  named: readonly string[],
): ReadonlySet<string> {
  const chosen = [...(defaultModel === null ? [] : [defaultModel]), ...fallback];
  const firsts = providers.flatMap(({ id, models: [first] }) =>
    first === undefined ? [] : [`${id}/${first.id}`],
  );
  return new Set([
    ...named,
    ...chosen.map(({ provider, model }) => `${provider}/${model}`),
    ...(defaultModel === null ? firsts : []),
  ]);
}

/**
 * The notice about a model, as `<provider>/<model>`, that its provider does not know: it is stored, since the provider
 * may know it tomorrow. Nothing where the provider is not configured here, or does not answer in time.
 */
export async function modelNotices(config: Config, model: string | null | undefined): Promise<string[]> {
  const reference = typeof model === 'string' ? parseModelReference(model) : null;
  if (reference === null || (await findModel(config, reference)) !== 'unknown') return [];
  const { providerId, model: name } = reference;
  return [`${providerId} does not know the model ${name}: prompts that it is chosen for will fail`];
}

/** The notice about the price of a model that no provider has: it may be set before the model is configured. */
export async function priceNotices(config: Config, model: string): Promise<string[]> {
  const reference = parseModelReference(model);
  if (reference === null || (await findModel(config, reference)) === 'found') return [];
  return [`no provider has the model ${model}: its price counts once one has it`];
}

/** Found, too, where its provider does not answer in time. */
async function findModel(
  config: Config,
  { providerId, model }: { readonly providerId: string; readonly model: string },
): Promise<'found' | 'unknown' | 'unconfigured'> {
  await using registry = createModelRegistry(modelSettingsOf(config));
  const provider = registry.providers.find(({ id }) => id === providerId);
  if (provider === undefined) return 'unconfigured';
  const { unknownModels } = await provider.inspect(AbortSignal.timeout(patienceMs), [model]);
  return unknownModels.includes(model) ? 'unknown' : 'found';
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
