import { modelReference } from '#core/models/choose-model.ts';
import type {
  ModelDescription,
  ModelListener,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ModelResult,
  ModelStep,
  ProviderFinding,
} from '#core/models/model-provider.ts';
import { readableSteps } from '#core/prompt/readable-steps.ts';
import { isOfVendor, mayCall, versionedAddress, type Wire } from '#wires/wire.ts';
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
  readonly #isVendors: boolean;

  constructor(settings: ProviderSettings, offer: ModelOffer, wire: Wire, outbound: Outbound) {
    this.id = settings.id;
    this.label = settings.label;
    this.models = offer.models;
    this.expectedModels = offer.expected;
    this.sendsSafetyIdentifier = settings.safetyIdentifier ?? false;
    this.#outbound = outbound;
    this.#endpoint = outbound.endpoint(versionedAddress(settings.baseUrl, wire), headersOf(settings, wire));
    this.#wire = wire;
    this.#isVendors = isOfVendor(settings.baseUrl, wire);
  }

  stream(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelResult> {
    const { firstByteMs } = this.#outbound.limits;
    const messages = readableSteps(
      request.messages,
      modelReference({ provider: this, model: request.model }),
    );
    const sent = { ...request, messages: messages.map(wellFormed) };
    return call({
      outbound: this.#outbound,
      endpoint: this.#endpoint,
      wire: this.#wire,
      path: this.#wire.path(request),
      body: JSON.stringify(this.#wire.body(sent, this.#isVendors)),
      mayCall: mayCall(request),
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

/** A lone surrogate in an earlier answer, or in a result, would make a strict server refuse every further turn. */
function wellFormed(message: ModelMessage | ModelStep): ModelMessage | ModelStep {
  if (message.role !== 'step') {
    const { content } = message;
    return content.isWellFormed() ? message : { ...message, content: content.toWellFormed() };
  }
  const results = message.results.map((result) => ({ ...result, text: result.text.toWellFormed() }));
  return { ...message, results };
}
