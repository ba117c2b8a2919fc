import { DEMO_PROVIDER_ID, type ModelProvider } from './model-provider.ts';

/** Where an answer may come from. */
export interface ModelCandidate {
  readonly provider: ModelProvider;
  readonly model: string;
}

/** Models are written `<provider>/<model>`; a model's own name may hold further slashes. */
export interface ModelChoice {
  readonly providers: readonly ModelProvider[];
  /** Null when every provider is allowed. */
  readonly allowedProviders: readonly string[] | null;
  readonly clientModel: string | null;
  readonly agentModel: string | null;
  readonly agentDeepDiveModel: string | null;
  readonly defaultModel: string | null;
  readonly deepDive: boolean;
}

/**
 * The candidates of one turn, best first, one for each provider: the client's override, the agent's model
 * (its Deep Dive model first for a Deep Dive), the default, then what else the client may use.
 * Empty when nothing that is allowed is configured.
 */
export function chooseModel(choice: ModelChoice): ModelCandidate[] {
  const usable = usableProviders(choice.providers, choice.allowedProviders);
  const wanted = [
    choice.clientModel,
    choice.deepDive ? choice.agentDeepDiveModel : null,
    choice.agentModel,
    choice.defaultModel,
  ];
  const candidates = new Map<string, ModelCandidate>();
  for (const reference of wanted) {
    const candidate = reference === null ? null : resolve(reference, usable);
    if (candidate && !candidates.has(candidate.provider.id)) candidates.set(candidate.provider.id, candidate);
  }
  for (const provider of usable) {
    const model = provider.models[0]?.id;
    if (model !== undefined && !candidates.has(provider.id)) candidates.set(provider.id, { provider, model });
  }
  return [...candidates.values()];
}

/** The parts of `<provider>/<model>`, or null when it is not written so. */
export function parseModelReference(reference: string): { providerId: string; model: string } | null {
  const slash = reference.indexOf('/');
  if (slash <= 0 || slash === reference.length - 1) return null;
  return { providerId: reference.slice(0, slash), model: reference.slice(slash + 1) };
}

/** The demo never stands in for a real provider, so it is usable only alone. */
function usableProviders(
  providers: readonly ModelProvider[],
  allowed: readonly string[] | null,
): ModelProvider[] {
  const real = providers.filter((provider) => provider.id !== DEMO_PROVIDER_ID);
  const candidates = real.length > 0 ? real : providers;
  return candidates.filter((provider) => allowed === null || allowed.includes(provider.id));
}

function resolve(reference: string, usable: readonly ModelProvider[]): ModelCandidate | null {
  const parts = parseModelReference(reference);
  const provider = parts && usable.find((candidate) => candidate.id === parts.providerId);
  return provider ? { provider, model: parts.model } : null;
}
