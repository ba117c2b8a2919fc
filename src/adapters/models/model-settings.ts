import type { ModelDescription } from '#core/models/model-provider.ts';
import type { WireName } from '#wires/registry.ts';

/** One configured provider. `models` may be empty for the id of a wire's vendor, which has a default list. */
export interface ProviderSettings {
  readonly id: string;
  readonly label: string;
  readonly wire: WireName;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Sent with every request, overriding the wire's own headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly models: readonly ModelDescription[];
  /** Requests say by an identifier which prompts are one end user's; by default they do not. */
  readonly safetyIdentifier?: boolean;
}

/** Time limits of one call to a provider, in milliseconds. */
export interface ModelLimits {
  /** From requesting a connection until the request is sent on it. */
  readonly connectMs: number;
  /** From the request until the first text. */
  readonly firstByteMs: number;
  /** Between two pieces of text, while we have not paused the provider ourselves. */
  readonly idleMs: number;
  /** The whole call. */
  readonly turnMs: number;
}

export interface ModelSettings {
  readonly providers: readonly ProviderSettings[];
  readonly limits: ModelLimits;
  /** Models, as `<provider>/<model>`, to fall back to when the chosen one fails. */
  readonly fallback?: readonly string[];
}
