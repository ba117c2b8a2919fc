import { demoProviderId } from '#contract/models.ts';
import type { ModelProvider } from './model-provider.ts';

/** A provider and model that an answer may come from. */
export interface ModelCandidate {
  readonly provider: ModelProvider;
  readonly model: string;
}

/** Models are written `<provider>/<model>`; a model's own name may contain further slashes. */
export interface ModelChoice {
  readonly providers: readonly ModelProvider[];
  /** Null when every provider is allowed. */
  readonly allowedProviders: readonly string[] | null;
  readonly clientModel: string | null;
  readonly agentModel: string | null;
  readonly agentDeepDiveModel: string | null;
  readonly defaultModel: string | null;
  /** Models to fall back to when the chosen one fails, best first. */
  readonly fallback: readonly string[];
  readonly deepDive: boolean;
}

/**
 * The candidates of one turn: the chosen model, then the fallbacks that the client may use. A prompt goes nowhere
 * else. The chosen model is the first of these that is configured and allowed: the agent's Deep Dive model for a Deep
 * Dive, so that no override weakens what the user paid for; the client's; the agent's; the default; the first model
 * of the first allowed provider. Empty when nothing that is allowed is configured.
 */
export function chooseModel(choice: ModelChoice): ModelCandidate[] {
  const usable = usableProviders(choice.providers, choice.allowedProviders);
  const wanted = [
    choice.deepDive ? choice.agentDeepDiveModel : null,
    choice.clientModel,
    choice.agentModel,
    choice.defaultModel,
  ];
  const chosen = resolveAll(wanted, usable)[0] ?? firstModel(usable);
  if (chosen === undefined) return [];
  const candidates = new Map<string, ModelCandidate>();
  for (const candidate of [chosen, ...resolveAll(choice.fallback, usable)]) {
    const reference = modelReference(candidate);
    if (!candidates.has(reference)) candidates.set(reference, candidate);
  }
  return [...candidates.values()];
}

/** `<provider>/<model>` */
export function modelReference({ provider, model }: ModelCandidate): string {
  return `${provider.id}/${model}`;
}

/** The parts of `<provider>/<model>`, or null when the text has another form. */
export function parseModelReference(reference: string): { providerId: string; model: string } | null {
  const slash = reference.indexOf('/');
  if (slash <= 0 || slash === reference.length - 1) return null;
  return { providerId: reference.slice(0, slash), model: reference.slice(slash + 1) };
}

/** The demo never replaces a real provider, so it is usable only when it is the only one. */
export function usableProviders(
  providers: readonly ModelProvider[],
  allowed: readonly string[] | null,
): ModelProvider[] {
  const real = providers.filter((provider) => provider.id !== demoProviderId);
  const candidates = real.length > 0 ? real : providers;
  return candidates.filter((provider) => allowed === null || allowed.includes(provider.id));
}

function resolveAll(
  references: readonly (string | null)[],
  usable: readonly ModelProvider[],
): ModelCandidate[] {
  return references
    .map((reference) => (reference === null ? null : resolve(reference, usable)))
    .filter((candidate) => candidate !== null);
}

function firstModel(usable: readonly ModelProvider[]): ModelCandidate | undefined {
  return usable.flatMap((provider) =>
    provider.models.slice(0, 1).map((model) => ({ provider, model: model.id })),
  )[0];
}

function resolve(reference: string, usable: readonly ModelProvider[]): ModelCandidate | null {
  const parts = parseModelReference(reference);
  const provider = parts && usable.find((candidate) => candidate.id === parts.providerId);
  return provider ? { provider, model: parts.model } : null;
}
