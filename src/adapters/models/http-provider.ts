import type {
  ModelDescription,
  ModelListener,
  ModelProvider,
  ModelRequest,
  ModelResult,
  ProviderFinding,
} from '#core/models/model-provider.ts';
import { versionedAddress, type Wire } from '#wires/wire.ts';
import { inspectProvider } from './inspect-provider.ts';
import type { ProviderSettings } from './model-settings.ts';
import type { Endpoint, Outbound } from './outbound.ts';
import { call } from './outbound-call.ts';

/** Many models think without sending anything when asked to think hard. */
const FIRST_TEXT_FACTOR_OF_EFFORT = 5;

export interface ModelOffer {
  readonly models: readonly ModelDescription[];
  readonly expected: readonly string[];
}

/** A provider that speaks one of the wires. */
export class HttpProvider implements ModelProvider {
  readonly id: string;
  readonly label: string;
  readonly models: readonly ModelDescription[];
  readonly expectedModels: readonly string[];
  readonly supportsDeepDive = true;
  readonly sendsSafetyIdentifier: boolean;
  readonly #outbound: Outbound;
  readonly #endpoint: Endpoint;
  readonly #wire: Wire;

  constructor(settings: ProviderSettings, offer: ModelOffer, wire: Wire, outbound: Outbound) {
    this.id = settings.id;
    this.label = settings.label;
    this.models = offer.models;
    this.expectedModels = offer.expected;
    this.sendsSafetyIdentifier = settings.safetyIdentifier ?? false;
    this.#outbound = outbound;
    this.#endpoint = outbound.endpoint(versionedAddress(settings.baseUrl, wire), headersOf(settings, wire));
    this.#wire = wire;
  }

  stream(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelResult> {
    const { firstByteMs } = this.#outbound.limits;
    return call({
      outbound: this.#outbound,
      endpoint: this.#endpoint,
      wire: this.#wire,
      path: this.#wire.path(request),
      body: JSON.stringify(this.#wire.body(wellFormed(request))),
      firstTextMs: request.effort ? firstByteMs * FIRST_TEXT_FACTOR_OF_EFFORT : firstByteMs,
      listener,
      signal,
    });
  }

  inspect(signal: AbortSignal, alsoExpected: readonly string[] = []): Promise<ProviderFinding> {
    const expected = new Set([...this.expectedModels, ...alsoExpected]);
    return inspectProvider(this.#endpoint, this.#wire, [...expected], signal);
  }
}

/** The operator's headers replace the wire's own. */
function headersOf({ apiKey, headers = {} }: ProviderSettings, wire: Wire): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...wire.headers(apiKey), ...Object.fromEntries(named) };
}

/** A lone surrogate in an earlier answer would make a strict server refuse every further turn. */
function wellFormed(request: ModelRequest): ModelRequest {
  if (request.messages.every(({ content }) => content.isWellFormed())) return request;
  const messages = request.messages.map(({ content, ...message }) => ({
    ...message,
    content: content.toWellFormed(),
  }));
  return { ...request, messages };
}
