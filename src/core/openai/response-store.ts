import type { Owner } from '../identity/caller.ts';
import type { ResponseRequestFacts } from '../turn/admission/admission.ts';
import type { TurnRecord } from '../turn/turn.ts';

/** What the Responses API needs beside the turns. Unknown and foreign ids are reported alike. */
export interface ResponseStore {
  /**
   * The text of the owner's stored answers among these messages, by the message's id; null where they are longer
   * together.
   */
  answersOf(
    owner: Owner,
    messageIds: readonly string[],
    mostBytes: number,
  ): Promise<ReadonlyMap<string, string> | null>;
  /** What the request of one of the owner's turns said; null where it was not one for a response. */
  requestOf(
    owner: Owner,
    turn: Pick<TurnRecord, 'id' | 'conversationId'>,
  ): Promise<ResponseRequestFacts | null>;
}
