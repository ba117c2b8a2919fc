import type { ModelEffort } from '#contract/closed-sets.ts';
import type { HealthStatus } from '#contract/health.ts';
import type { MessageRole } from '#contract/resources.ts';

/** One message of a conversation as a model reads it. */
export interface ModelMessage {
  readonly role: MessageRole;
  readonly content: string;
  /** What stands in front of a question, in this turn only: never empty, and fenced where it is data. */
  readonly context?: string;
}

/** A tool that a model may ask for: the approved definition, and no word more. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  /** The provider's, or one of our own where it gave none. */
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it: it may be none, and may be no object. */
  readonly arguments: string;
}

export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a model asked for and what became of it, within one turn. */
export interface ModelStep {
  readonly role: 'step';
  /** The model, as `<provider>/<model>`: no other can read `native`. */
  readonly origin: string;
  /** What it wrote before it asked. */
  readonly text: string;
  /** Its message as it came, as JSON. */
  readonly native: unknown;
  readonly calls: readonly ToolCall[];
  /** One for each call, in any order. */
  readonly results: readonly ToolResult[];
}

/** What a model asks for instead of, or after, an answer. */
export interface AskedCalls {
  /** At least one, in its order. */
  readonly calls: readonly ToolCall[];
  /** Goes back unchanged, to the same model only, in a `ModelStep`. */
  readonly native: unknown;
}

/** What a model is told before the conversation. Either block may be empty. */
export interface Instructions {
  /** Equal in every turn of a conversation, so that providers find it in their caches. */
  readonly stable: string;
  /** What differs with the person: it stands last. */
  readonly personal: string;
}

/** Everything a provider receives for one answer. It never names the end user. */
export interface ModelRequest {
  readonly model: string;
  readonly instructions: Instructions;
  /** Steps stand behind the question that they belong to. */
  readonly messages: readonly (ModelMessage | ModelStep)[];
  /** The tools that the model may ask for; none when absent. */
  readonly tools?: readonly ToolDefinition[] | undefined;
  /** `none`: the tools are told, because earlier steps name them, and must not be asked for. `auto` when absent. */
  readonly toolChoice?: 'auto' | 'none' | undefined;
  /** How hard a reasoning model should think; other providers ignore it. */
  readonly effort?: ModelEffort | undefined;
  /** The most tokens of the answer; the model's own limit when absent. */
  readonly maxTokens?: number | undefined;
  /** By which a vendor tells the prompts of one end user from those of others; absent where it is not to. */
  readonly safetyIdentifier?: string | undefined;
}

/**
 * Flow control of one answer: a paused call reads nothing more from its socket. What was read before the pause may
 * still arrive, at most one more read.
 */
export interface ModelCall {
  pause(): void;
  resume(): void;
}

export interface ModelListener {
  /**
   * Called when the request leaves the process: from here on the provider may have worked for us. Not called when no
   * connection was made. `counted` tells at any time what the provider has counted so far.
   */
  onCalled(call: ModelCall, counted: () => CallTokens): void;
  /** Answer text, in order, never empty, never half a character. One call per upstream read, not per event. */
  onText(text: string): void;
  /** The model works on its answer without writing any of it. One call per upstream read at most. */
  onThinking?(): void;
}

/** What a provider has counted in one call; null where it says nothing. */
export interface CallTokens {
  /** Everything that was read, from a cache or not. */
  readonly inputTokens: number | null;
  /** The part of the input that was read from a cache. */
  readonly cacheReadTokens: number | null;
  /** The part of the input that was written to a cache. */
  readonly cacheWriteTokens: number | null;
  readonly outputTokens: number | null;
}

export const noTokens: CallTokens = {
  inputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
};

export interface ModelResult extends CallTokens {
  readonly finishReason: 'stop' | 'length';
  /** Absent where the model asked for nothing that it was offered: the answer is then complete. */
  readonly asked?: AskedCalls;
}

export interface ModelDescription {
  readonly id: string;
  readonly windowTokens: number;
}

/** A source of answers. It has one method to get one. */
export interface ModelProvider {
  readonly id: string;
  readonly label: string;
  readonly models: readonly ModelDescription[];
  /** Ids of the models that prompts are sent to unless a client or an agent names another. */
  readonly expectedModels: readonly string[];
  readonly supportsDeepDive: boolean;
  /** Its requests carry a `safetyIdentifier`. */
  readonly sendsSafetyIdentifier: boolean;
  /**
   * Streams one answer. Resolves after the provider has sent its finish reason. Rejects with a ModelError, or with
   * `signal.reason` once the signal aborts; in every case the provider's socket is closed by then.
   */
  stream(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelResult>;
  /**
   * Checks that the provider answers, accepts our key and knows the expected models, without spending a token. Never
   * rejects.
   */
  inspect(signal: AbortSignal, alsoExpected?: readonly string[]): Promise<ProviderFinding>;
}

/** The result of asking a provider for its models with our key. */
export interface ProviderFinding {
  /** `fail`: it cannot be reached or refuses the key. `warn`: it answers, and a prompt may still fail. */
  readonly status: HealthStatus;
  /** For the operator only. It never repeats the provider's own message, which may contain the key. */
  readonly detail: string;
  /** Expected models that the provider says it does not have. */
  readonly unknownModels: readonly string[];
}
