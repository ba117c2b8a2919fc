import { createHash } from 'node:crypto';

/** Distinguishes two states of a conversation without reading it. */
export interface ConversationState {
  /** Differs after every change, and is only ever compared with itself. */
  readonly version: string;
  /** Stored bytes of the answer that is being written. */
  readonly textBytes: number;
}

/** The names of states that a reader knows. */
export interface KnownStates {
  /** Whether one of them is exactly this. */
  has(tag: string): boolean;
  /** Whether one of them differs at most by the text of a running answer. */
  matchesExcept(tagOfChange: string): boolean;
}

/**
 * The name of a state: `change` changes with whatever readers wait for, `whole` with the text of a running answer as
 * well, which its readers follow by its job. `windowTokens` is part of what is read and not of the conversation.
 */
export function tagsOf(
  { version, textBytes }: ConversationState,
  windowTokens: number,
): { readonly change: string; readonly whole: string } {
  const text = `${version} ${windowTokens}`;
  const change = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { change, whole: `${change}.${textBytes}` };
}
