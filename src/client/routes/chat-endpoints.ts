import type { endpoints } from '#contract/endpoints/endpoints.ts';
import type { ownAccountEndpoints, ownConversationEndpoints } from '#contract/endpoints/session-endpoints.ts';

/** The rows that the chat page calls, below `/chat`. Others would only add to its weight. */
export type ChatEndpoints = Pick<
  typeof endpoints,
  | 'stream'
  | 'followJob'
  | 'cancelJob'
  | 'listConversations'
  | 'getConversation'
  | 'renameConversation'
  | 'deleteConversation'
  | 'saveFeedback'
  | 'decideAction'
  | 'getUsage'
> &
  typeof ownConversationEndpoints;

/** The rows of people's own account, below `/session`. */
export type SessionEndpoints = typeof ownAccountEndpoints;
