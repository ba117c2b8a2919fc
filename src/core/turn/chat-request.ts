import { createHash } from 'node:crypto';
import type { ChatRequest, IfBusy, OnDisconnect } from '#contract/chat.ts';
import type { TurnKind } from '#contract/jobs.ts';
import { limits } from '#contract/limits.ts';
import { errors } from '../errors.ts';
import type { Caller, Owner } from '../identity/caller.ts';
import type { Listing, ResponseRequestFacts } from './admission/admission.ts';
import type { HistoryMessage } from './turn.ts';
import { type AskedVersion, askedVersion } from './version-options.ts';

/** A chat request whose shape is checked; admission decides whether it is allowed. */
export interface CheckedChatRequest extends AskedVersion {
  readonly owner: Owner;
  /** Null only where the last question is answered again. */
  readonly prompt: string | null;
  readonly agentSlug: string | undefined;
  readonly conversationId: string | null;
  readonly priority: boolean;
  readonly deepDive: boolean;
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
    ifBusy: options.if_busy ?? (kind === 'job' && version.replaces === null ? 'queue' : 'reject'),
    onDisconnect: options.on_disconnect ?? (caller.kind === 'hosted' ? 'continue' : 'cancel'),
    compared: body,
    imported: [],
    listing: null,
    instructions: '',
    maxTokens: null,
    response: null,
  };
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

export function checkText(text: string, pointer: string): void {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw errors.invalidField(pointer, 'must not contain NUL or lone surrogates', 'characters');
  }
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
