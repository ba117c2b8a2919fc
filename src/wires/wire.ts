import {
  type AskedCalls,
  type CallTokens,
  type Instructions,
  type ModelDescription,
  type ModelMessage,
  type ModelRequest,
  type ModelStep,
  noTokens,
  type ToolCall,
  type ToolResult,
} from '#core/models/model-provider.ts';
import { joinBlocks } from '#core/prompt/join-blocks.ts';
import { NativeMessage } from './native-message.ts';

/** The reason that a provider gave for the end of its answer. `filtered`: its own policy cut it. */
export type AnswerEnd = 'stop' | 'length' | 'filtered';

/** Everything known about an answer except its text. A wire writes it, the call reads it. */
export interface AnswerState extends Writable<CallTokens> {
  /** Set once the provider has sent its finish reason; the end of the stream then completes the answer. */
  end: AnswerEnd | null;
  /** The rest of the stream no longer matters. */
  closed: boolean;
  /** Incremented by every sign of a model that works but has no text to show yet. */
  thoughts: number;
  /** A message with text has come: another one begins a paragraph of its own. */
  hasSpoken: boolean;
  /** The provider's message, from which calls are read; null where the model may not call. */
  readonly native: NativeMessage | null;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** `mayCall`: the request offers tools, so that calls are read. */
export function newAnswerState(mayCall = false): AnswerState {
  const native = mayCall ? new NativeMessage() : null;
  return { end: null, closed: false, ...noTokens, thoughts: 0, hasSpoken: false, native };
}

/** Whether the model may answer with calls. */
export function mayCall({ tools = [], toolChoice }: ModelRequest): boolean {
  return tools.length > 0 && toolChoice !== 'none';
}

/** A page of the models that a provider lists. `complete`: there are no more pages. */
export interface ModelPage {
  readonly models: readonly string[];
  readonly complete: boolean;
}

/**
 * One provider protocol: the vendor that defined it, how to build a request, and how to read the response. Holds no
 * state and opens no connection.
 */
export interface Wire {
  /** The id of the vendor's provider, where it has the name of another wire of this vendor. */
  readonly vendor?: string;
  /** The vendor's name, as people write it. */
  readonly label: string;
  /** The vendor's own address, as its own client takes it, without a trailing slash. */
  readonly address: string;
  /** The other servers that an address may name, where the protocol has spread beyond its vendor. */
  readonly compatible?: { readonly servers: string; readonly example: string };
  /** Servers that speak it may send thoughts as text, between tags at the beginning of an answer. */
  readonly hasTaggedThoughts?: true;
  /** Its requests can carry an identifier of the end user. */
  readonly hasSafetyIdentifier?: boolean;
  /** The vendor's models when the operator lists none, the general-purpose model first. */
  readonly models: readonly ModelDescription[];
  headers(apiKey: string | null): Record<string, string>;
  /** Path segment that the vendor's own client adds to an address; null when the address includes it. */
  readonly version: string | null;
  /** Paths below the version, each with its query. */
  path(request: ModelRequest): string;
  readonly modelsPath: string;
  modelPath(model: string): string;
  /** Null for a document that is not a list of models. */
  readModels(document: string): ModelPage | null;
  /** `isVendors`: the request goes to the vendor itself, who takes what servers that imitate it may not know. */
  body(request: ModelRequest, isVendors?: boolean): object;
  /** The text in one event's data, or '' when it carries none. Throws a ModelError for an error event. */
  readEvent(answer: AnswerState, data: string): string;
  /** The text of an answer that arrived as one JSON document. */
  readDocument(answer: AnswerState, document: string): string;
  /** The calls of a complete message; null where it has none. */
  readCalls(native: NativeMessage): AskedCalls | null;
}

/** The blocks of the instructions that say something, in their order. */
export function blocksOf({ stable, personal }: Instructions): string[] {
  return [stable, personal].filter((block) => block !== '');
}

/** A message as the model reads it. */
export function textOfMessage({ context = '', content }: ModelMessage): string {
  return joinBlocks([context, content]);
}

/** The result of each call of a step, in the order of the calls: providers match them by place. */
export function resultsInOrder({ calls, results }: ModelStep): { call: ToolCall; result: ToolResult }[] {
  return calls.map((call) => {
    const result = results.find(({ id }) => id === call.id);
    return { call, result: result ?? { id: call.id, text: 'The call has no result.', isError: true } };
  });
}

/** Whether an address is the vendor's own, also in one of its regions, and no gateway's or other server's. */
export function isOfVendor(baseUrl: string, { address }: Wire): boolean {
  const [host, vendor] = [new URL(baseUrl).hostname, new URL(address).hostname];
  return host === vendor || host.endsWith(`.${vendor}`);
}

/** An address that already ends in a version, as with some gateways, is complete. */
export function versionedAddress(baseUrl: string, { version }: Wire): string {
  const address = baseUrl.replace(/\/+$/, '');
  return version === null || /\/v\d+[a-z0-9]*$/.test(address) ? address : `${address}/${version}`;
}
