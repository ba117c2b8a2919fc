import { createCall } from '#client/call.ts';
import type { AccountEndpoints } from '#client/routes/account-endpoints.ts';
import { accountRoutes } from '#client/routes/account-routes.ts';

/** Operations that take the same for the tenant of a session and for the client in a path of the console. */
export const sharedOperations = [
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'enableWebhook',
  'replayWebhook',
  'listWebhookDeliveries',
  'retryWebhookDelivery',
  'listUsers',
  'updateUser',
  'resetPassword',
  'getGuidance',
  'updateGuidance',
  'publishGuidance',
  'listDocuments',
  'putDocument',
  'deleteDocument',
  'findSources',
  'listToolServers',
  'createToolServer',
  'updateToolServer',
  'deleteToolServer',
  'refreshToolServer',
  'rotateToolServerSecret',
  'enableToolServer',
  'listTools',
  'listToolCalls',
  'approveTool',
  'withdrawTool',
  'callTool',
] as const;

type SharedEndpoints = Pick<AccountEndpoints, (typeof sharedOperations)[number]>;

/** The calls about one tenant. Its account page serves them below one root, and the console below the client's path. */
export function createTenantCall(root: string) {
  return createCall<SharedEndpoints>(accountRoutes, root);
}

export type TenantCall = ReturnType<typeof createTenantCall>;
