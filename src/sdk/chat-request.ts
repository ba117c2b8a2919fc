import type { GuidanceChoice, IfBusy, Lane, OnDisconnect } from './wire.ts';

/** What is known about the end user, by names of lower-case letters, digits and underscores. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

export interface QuestionContext {
  /** What the model is told about the end user. With an API key only: a token has those that it was minted with. */
  readonly facts?: Facts | undefined;
  /** The page that the end user has open, such as its `url` and `title`. The model is told not to trust it. */
  readonly page?: Readonly<Record<string, string>> | undefined;
}

/** A prompt, its conversation and its options. */
export interface ChatRequest<Options> {
  /** 1 to 32,000 characters. Absent only with `options.thinkHarderRetry` or `options.regenerate`. */
  readonly prompt?: string | undefined;
  /** The end user. Required with an API key; a token identifies its own. */
  readonly externalUserId?: string | undefined;
  readonly agentSlug?: string | undefined;
  /** Continues this conversation. */
  readonly conversationUuid?: string | undefined;
  /** For this question alone: a later one has its own, or none. */
  readonly context?: QuestionContext | undefined;
  readonly options?: Options | undefined;
}

interface ChatOptions {
  /** Deep Dive on a new prompt. */
  readonly detailedResponse?: boolean | undefined;
  /** Repeats the last prompt with Deep Dive; needs `conversationUuid`. */
  readonly thinkHarderRetry?: boolean | undefined;
  /** Answers the last prompt of `conversationUuid` again, as one more version. */
  readonly regenerate?: boolean | undefined;
  /** A question of `conversationUuid` that the prompt replaces: it and what follows it are set aside. */
  readonly replaces?: string | undefined;
  readonly priority?: Lane | undefined;
  /** Tries your own instructions, as a draft or as they are published, in a conversation that no list shows. */
  readonly guidance?: GuidanceChoice | undefined;
}

export interface StreamOptions extends ChatOptions {
  /**
   * What the service does when the last reader leaves; `continue` by default, so that a broken connection can be
   * resumed.
   */
  readonly onDisconnect?: OnDisconnect | undefined;
  /**
   * What happens when the conversation is already being answered: refuse (the default), or cancel that answer first.
   */
  readonly ifBusy?: Exclude<IfBusy, 'queue'> | undefined;
}

export interface JobOptions extends ChatOptions {
  /** As for a stream, or `queue` after it, which is the default without `replaces`. */
  readonly ifBusy?: IfBusy | undefined;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Makes a repeated call the same prompt for 24 hours, even across processes; random by default. */
  readonly idempotencyKey?: string | undefined;
}

export type StreamRequest = ChatRequest<StreamOptions>;
export type JobRequest = ChatRequest<JobOptions>;

/** The body as it is sent; undefined members are left out. */
export function toChatBody(request: StreamRequest | JobRequest, hosted: boolean): object {
  const { options = {}, context } = request;
  const told = { facts: context?.facts, page: context?.page };
  return {
    prompt: request.prompt,
    agent_slug: request.agentSlug,
    conversation_uuid: request.conversationUuid,
    context: hosted ? context && told : { external_user_id: request.externalUserId, ...told },
    options: {
      detailed_response: options.detailedResponse,
      think_harder_retry: options.thinkHarderRetry,
      regenerate: options.regenerate,
      replaces: options.replaces,
      priority: options.priority,
      guidance: options.guidance,
      if_busy: options.ifBusy,
      on_disconnect: 'onDisconnect' in options ? options.onDisconnect : undefined,
    },
  };
}

/** Without a key a repeated prompt would count as a second one. */
export function toIdempotencyHeader({ idempotencyKey }: SendOptions): Readonly<Record<string, string>> {
  return { 'idempotency-key': idempotencyKey ?? globalThis.crypto.randomUUID() };
}
