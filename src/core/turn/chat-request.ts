import { createHash } from 'node:crypto';
import type { ChatOptions, ChatRequest, IfBusy, OnDisconnect } from '#contract/chat.ts';
import type { GuidanceChoice } from '#contract/closed-sets.ts';
import type { TurnKind } from '#contract/jobs.ts';
import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import { checkFacts, checkPage } from '../identity/check-context.ts';
import { checkText } from '../shared/check-text.ts';
import type { Listing, ResponseRequestFacts } from './admission/admission.ts';
import { type HistoryMessage, type TurnContext, turnContext } from './turn.ts';

/** A chat request whose shape is checked; admission decides whether it is allowed. */
export interface CheckedChatRequest extends AskedVersion {
  readonly owner: Owner;
  /** Null only where the last question is answered again. */
  readonly prompt: string | null;
  readonly agentSlug: string | undefined;
  readonly conversationId: string | null;
  readonly priority: boolean;
  readonly deepDive: boolean;
  /** Which of the client's own instructions it tries; null where it is no try. */
  readonly guidance: GuidanceChoice | null;
  readonly ifBusy: IfBusy;
  readonly onDisconnect: OnDisconnect;
  /** What a repetition with the same Idempotency-Key must equal. */
  readonly compared: unknown;
  /** Earlier messages for a new conversation, oldest first. */
  readonly imported: readonly HistoryMessage[];
  readonly listing: Listing | null;
  /** The caller's own instructions, which follow the agent's; empty without any. */
  readonly instructions: string;
  /** The most tokens of the answer; null leaves it to the model. */
  readonly maxTokens: number | null;
  /** Null where the request is not one for a response. */
  readonly response: ResponseRequestFacts | null;
  /** Null where the question comes with nothing. */
  readonly context: TurnContext | null;
  /** Its answer can ask a person, whose yes or no has a way back. */
  readonly mayAsk: boolean;
}

/** Checks what the schema cannot express. `owner` comes from the request's identity, which is already checked. */
export function checkChatRequest(
  body: ChatRequest,
  owner: Owner,
  caller: Caller,
  kind: TurnKind,
): CheckedChatRequest {
  const options = body.options ?? {};
  const version = askedVersion(options, kind);
  const prompt = checkPrompt(body.prompt, version.retry);
  return {
    owner,
    prompt,
    agentSlug: body.agent_slug,
    conversationId: body.conversation_uuid?.toLowerCase() ?? null,
    priority: options.priority === 'priority',
    ...version,
    deepDive: options.detailed_response === true || options.think_harder_retry === true,
    guidance: options.guidance ?? null,
    ifBusy: options.if_busy ?? (kind === 'job' && version.replaces === null ? 'queue' : 'reject'),
    onDisconnect: options.on_disconnect ?? (caller.kind === 'hosted' ? 'continue' : 'cancel'),
    compared: body,
    imported: [],
    listing: options.guidance === undefined ? null : 'unlisted',
    instructions: '',
    maxTokens: null,
    response: null,
    context: contextOf(body, caller),
    mayAsk: true,
  };
}

/** Only who can vouch for facts may send them: a partner's backend, itself or by the token that it has minted. */
function contextOf({ context: { facts, page } = {} }: ChatRequest, caller: Caller): TurnContext | null {
  if (caller.kind === 'hosted' && facts !== undefined) {
    throw errors.invalidField('/context/facts', 'must come with a key or within a minted token', 'not');
  }
  return turnContext(
    caller.kind === 'hosted' ? caller.facts : checkFacts(facts, '/context/facts'),
    checkPage(page, '/context/page'),
  );
}

function checkPrompt(prompt: string | undefined, retry: boolean): string | null {
  if (prompt === undefined) {
    if (retry) return null;
    throw errors.invalidField('/prompt', 'is required', 'required');
  }
  checkText(prompt, '/prompt');
  const trimmed = prompt.trim();
  if (trimmed === '') throw errors.invalidField('/prompt', 'must not be empty', 'minLength');
  if (trimmed.length > limits.promptCharacters && [...trimmed].length > limits.promptCharacters) {
    throw errors.promptTooLong();
  }
  return trimmed;
}

/** A hash of the parsed body, independent of the order of its members. */
export function requestHashOf(body: CheckedChatRequest['compared']): string {
  return createHash('sha256').update(canonical(body)).digest('base64');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** `Idempotency-Key`: 1 to 255 printable ASCII characters. */
export function checkIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw errors.invalidField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters', 'format');
  }
  return header;
}

/** The options that make an answer, or a question, one more version of an earlier one. */
const versionOptions = ['think_harder_retry', 'regenerate', 'replaces'] as const;
type VersionOption = (typeof versionOptions)[number];

/** What a request does to the versions of its conversation. */
interface AskedVersion {
  /** Answers the last question again instead of asking a new one. */
  readonly retry: boolean;
  /** The question whose place the new one takes; null without one. */
  readonly replaces: string | null;
}

/** Checks that the options of a request ask for one version at most. */
function askedVersion(options: ChatOptions, kind: TurnKind): AskedVersion {
  const [first, second] = versionOptions.filter((name) => (options[name] ?? false) !== false);
  if (second !== undefined) {
    throw errors.invalidField(`/options/${second}`, `must not be sent with ${first}`, 'not');
  }
  if (first === 'regenerate' && options.detailed_response === true) {
    throw errors.invalidField('/options/detailed_response', 'must not be sent with regenerate', 'not');
  }
  if (options.if_busy === 'queue') checkQueue(first, kind);
  const replaces = options.replaces?.toLowerCase() ?? null;
  return { retry: first !== undefined && replaces === null, replaces };
}

/** A question cannot wait for the turns that it sets aside. */
function checkQueue(version: VersionOption | undefined, kind: TurnKind): void {
  if (kind === 'job' && version !== 'replaces') return;
  const why = kind === 'stream' ? 'queue is for /jobs only' : 'queue does not go with replaces';
  throw errors.invalidField('/options/if_busy', `must be reject or interrupt: ${why}`, 'enum');
}
