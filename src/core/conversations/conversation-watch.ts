import type { Owner } from '../identity/caller.ts';
import { ChangeWatch } from '../shared/change-watch.ts';
import type { ConversationState } from './conversation-state.ts';

/** A conversation as its waiting reader knows it. */
export interface WatchedConversation {
  readonly owner: Owner;
  readonly conversationId: string;
}

/** The state of a conversation, and of the client by whose permissions it is read. */
export interface PolledConversation extends ConversationState {
  readonly agentSlug: string;
  readonly clientVersion: number;
}

export interface ConversationPollStore {
  /** In the order asked; null for a conversation that its owner does not have. */
  poll(asked: readonly WatchedConversation[]): Promise<readonly (PolledConversation | null)[]>;
}

interface Known extends WatchedConversation, Pick<PolledConversation, 'version' | 'clientVersion'> {}

/** The state of a query is whether it has news. */
export type ConversationWatch = ChangeWatch<Known, boolean>;

/** Often enough for people who watch two windows, and rarely enough for thousands who do not. */
const everyMs = 300;
const restFactor = 30;

/** Waits for changes of conversations. A change of the client, which may have been revoked, is one, too. */
export function createConversationWatch(store: ConversationPollStore): ConversationWatch {
  return new ChangeWatch<Known, boolean>({
    everyMs,
    restFactor,
    keyOf: ({ owner, conversationId, version, clientVersion }) =>
      [owner.clientId, conversationId, version, clientVersion, owner.userId].join(' '),
    signatureOf: String,
    poll: async (asked) => {
      const states = await store.poll(asked);
      return asked.map(({ version, clientVersion }, index) => {
        const state = states[index];
        return state?.version !== version || state.clientVersion !== clientVersion;
      });
    },
  });
}
