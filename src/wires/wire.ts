import type { ModelDescription, ModelRequest } from '#core/models/model-provider.ts';

/** How a provider said that its answer ended. `filtered`: its own policy cut it. */
export type AnswerEnd = 'stop' | 'length' | 'filtered';

/** What is known of one answer beside its text. A wire writes it, the call reads it. */
export interface AnswerState {
  /** Set once the provider said why it ended; the end of the stream then completes the answer. */
  end: AnswerEnd | null;
  /** Nothing that follows matters. */
  closed: boolean;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Rises with every sign of a model that works and has no text to show yet. */
  thoughts: number;
}

export function newAnswerState(): AnswerState {
  return { end: null, closed: false, inputTokens: null, outputTokens: null, thoughts: 0 };
}

/** The models that a provider lists. `complete`: there are no more pages. */
export interface ModelPage {
  readonly models: readonly string[];
  readonly complete: boolean;
}

/**
 * One protocol of providers: the vendor that defined it, how to ask, and how to read what comes back. Holds no
 * state and opens no connection.
 */
export interface Wire {
  /** The vendor's name, as people write it. */
  readonly label: string;
  /** The vendor's own address, as its own client takes it and without a slash at its end. */
  readonly address: string;
  /** Which other servers an address may name, where the protocol has spread beyond its vendor. */
  readonly compatible?: { readonly servers: string; readonly example: string };
  /** What the vendor offers when the operator lists nothing, the general-purpose model first. */
  readonly models: readonly ModelDescription[];
  headers(apiKey: string | null): Record<string, string>;
  /** Path segment that the vendor's own client adds to an address; null when the address carries it. */
  readonly version: string | null;
  /** Paths below the version, each with its query. */
  path(request: ModelRequest): string;
  readonly modelsPath: string;
  modelPath(model: string): string;
  /** Null for a document that is no list of models. */
  readModels(document: string): ModelPage | null;
  body(request: ModelRequest): object;
  /** The text of one event's data, '' when it carries none. Throws a ModelError for an error event. */
  readEvent(answer: AnswerState, data: string): string;
  /** The text of an answer that came as one JSON document. */
  readDocument(answer: AnswerState, document: string): string;
}

/** An address that already ends in a version, as those of some gateways do, is complete. */
export function versionedAddress(baseUrl: string, { version }: Wire): string {
  const address = baseUrl.replace(/\/+$/, '');
  return version === null || /\/v\d+[a-z0-9]*$/.test(address) ? address : `${address}/${version}`;
}
