import type { ModelDescription } from '#core/models/model-provider.ts';

/** What the known providers offer when the operator lists nothing, the general-purpose model first (November 2026). */
const DEFAULT_MODELS: Readonly<Record<string, readonly ModelDescription[]>> = {
  openai: [
    { id: 'gpt-6.1-terra', windowTokens: 400_000 },
    { id: 'gpt-6.1-sol', windowTokens: 400_000 },
    { id: 'gpt-6-luna', windowTokens: 400_000 },
  ],
  anthropic: [
    { id: 'claude-sonnet-5-5', windowTokens: 200_000 },
    { id: 'claude-opus-5-5', windowTokens: 200_000 },
    { id: 'claude-haiku-5-5', windowTokens: 200_000 },
  ],
  gemini: [
    { id: 'gemini-3.8-flash', windowTokens: 1_048_576 },
    { id: 'gemini-3.1-pro-preview', windowTokens: 1_048_576 },
    { id: 'gemini-3.5-flash-lite', windowTokens: 1_048_576 },
  ],
};

export function defaultModels(providerId: string): readonly ModelDescription[] {
  return DEFAULT_MODELS[providerId] ?? [];
}
