import type { Routes } from '../call.ts';
import type { ChatEndpoints } from './chat-endpoints.ts';

/** Written by `node scripts/web/write-routes.ts` from the rows of the contract. */
export const chatRoutes: Routes<ChatEndpoints> = {
  stream: ['POST', '/stream'],
  followJob: ['GET', '/jobs/:uuid/stream'],
  cancelJob: ['POST', '/jobs/:uuid/cancel'],
  listConversations: ['GET', '/conversations'],
  getConversation: ['GET', '/conversations/:uuid'],
  renameConversation: ['PATCH', '/conversations/:uuid'],
  deleteConversation: ['DELETE', '/conversations/:uuid'],
  saveFeedback: ['POST', '/conversations/:uuid/feedback'],
  decideAction: ['POST', '/actions/:uuid'],
  getUsage: ['GET', '/usage'],
  deleteOwnConversations: ['DELETE', '/conversations'],
  exportOwnConversations: ['GET', '/export'],
};
