import type { OperatorRole } from '#contract/console/roles.ts';
import type { Channel, OperationName } from '#contract/endpoints/operation-table.ts';

/** Written by hand, so that a role in the table of operations is compared with something else than itself. */
const namesByLeastRole: Readonly<Record<OperatorRole, readonly OperationName[]>> = {
  viewer: [
    ...(['listClients', 'getClient', 'listAgents', 'getAgent', 'getAgentHistory'] as const),
    ...(['reportUsage', 'readUsageOfDay', 'listAudit', 'getOverview', 'getClientOverview'] as const),
    ...(['getUsageSeries', 'getQueue', 'listLiveTurns', 'listEndedTurns', 'getFailures'] as const),
    ...(['listProviderStates', 'runDoctor', 'findById', 'getUsageMinutes', 'listPrices'] as const),
    'getClientGuidance',
    ...(['getClientDocument', 'listClientDocuments', 'getAgentDocument', 'listAgentDocuments'] as const),
    ...(['reportMonth', 'exportUsage'] as const),
  ],
  support: [
    ...(['listUsers', 'createUser', 'createUserWithPassword', 'updateUser'] as const),
    ...(['disableUser', 'enableUser', 'resetPassword', 'getEndUser'] as const),
    ...(['listBlockedUsers', 'blockUser', 'unblockUser', 'cancelTurn', 'identifyUser'] as const),
    ...(['listClientEvents', 'getClientEvent', 'listClientWebhooks', 'getClientWebhook'] as const),
    ...(['listClientWebhookDeliveries', 'getClientWebhookDelivery'] as const),
    ...(['listClientToolServers', 'getClientToolServer', 'listClientTools', 'listClientToolCalls'] as const),
  ],
  operator: [
    ...(['createClient', 'updateClient', 'rotateKey', 'rotateHandoff', 'revokeClient'] as const),
    'endPreviousKey',
    ...(['enableClient', 'deleteClient', 'bindAgent', 'unbindAgent', 'deleteUser'] as const),
    ...(['createClientWebhook', 'updateClientWebhook', 'deleteClientWebhook'] as const),
    ...(['rotateClientWebhookSecret', 'testClientWebhook', 'enableClientWebhook'] as const),
    ...(['replayClientWebhook', 'retryClientWebhookDelivery', 'exportUserData', 'eraseUserData'] as const),
    ...(['createAgent', 'updateAgent', 'deleteAgent', 'drainProcess', 'testProvider', 'testMail'] as const),
    'setPrice',
    ...(['createClientToolServer', 'updateClientToolServer', 'deleteClientToolServer'] as const),
    ...(['refreshClientToolServer', 'rotateClientToolServerSecret', 'enableClientToolServer'] as const),
    ...(['approveClientTool', 'withdrawClientTool', 'callClientTool'] as const),
    ...(['updateClientGuidance', 'publishClientGuidance'] as const),
    ...(['putClientDocument', 'deleteClientDocument', 'putAgentDocument', 'deleteAgentDocument'] as const),
    ...(['findClientSources', 'findAgentSources'] as const),
  ],
  owner: ['listOperators', 'linkOperator', 'linkFirstOwner', 'updateOperator', 'disableOperator'],
};

/** By hand, too: the operations that a key does not reach, with what does. Keys and the console reach all others. */
const withoutKey: Readonly<Record<'cli' | 'console' | 'console cli', readonly OperationName[]>> = {
  cli: [
    ...(['createUserWithPassword', 'disableUser', 'enableUser', 'readUsageOfDay'] as const),
    ...(['linkFirstOwner', 'disableOperator'] as const),
  ],
  console: [
    ...(['getEndUser', 'listBlockedUsers', 'blockUser', 'unblockUser', 'testMail', 'getFailures'] as const),
    ...(['getClientOverview', 'getAgentHistory', 'updateOperator', 'findById'] as const),
    'getUsageMinutes',
  ],
  'console cli': ['exportUserData', 'eraseUserData', 'identifyUser', 'listOperators', 'linkOperator'],
};

/** What keys and the console reach, and no command does. */
const withoutCommand: readonly OperationName[] = [
  ...(['createUser', 'updateUser', 'resetPassword', 'deleteUser', 'reportUsage', 'getOverview'] as const),
  ...(['reportMonth', 'exportUsage'] as const),
  ...(['listClientEvents', 'getClientEvent', 'listClientWebhooks', 'createClientWebhook'] as const),
  ...(['getClientWebhook', 'updateClientWebhook', 'deleteClientWebhook'] as const),
  ...(['rotateClientWebhookSecret', 'testClientWebhook', 'enableClientWebhook'] as const),
  ...(['replayClientWebhook', 'listClientWebhookDeliveries', 'getClientWebhookDelivery'] as const),
  ...(['retryClientWebhookDelivery', 'getUsageSeries', 'getQueue', 'listLiveTurns'] as const),
  ...(['listProviderStates', 'runDoctor', 'cancelTurn', 'drainProcess', 'testProvider'] as const),
  ...(['listClientToolServers', 'createClientToolServer', 'getClientToolServer'] as const),
  ...(['updateClientToolServer', 'deleteClientToolServer', 'refreshClientToolServer'] as const),
  ...(['rotateClientToolServerSecret', 'enableClientToolServer', 'listClientTools'] as const),
  ...(['listClientToolCalls', 'approveClientTool', 'withdrawClientTool', 'callClientTool'] as const),
  ...(['putClientDocument', 'getClientDocument', 'listClientDocuments', 'deleteClientDocument'] as const),
  ...(['findClientSources', 'findAgentSources'] as const),
];

export function channelsByHand(name: OperationName): readonly Channel[] {
  if (withoutKey.cli.includes(name)) return ['cli'];
  if (withoutKey.console.includes(name)) return ['console'];
  if (withoutKey['console cli'].includes(name)) return ['console', 'cli'];
  return withoutCommand.includes(name) ? ['api', 'console'] : ['api', 'console', 'cli'];
}

export const operatorRolesByHand: readonly OperatorRole[] = ['viewer', 'support', 'operator', 'owner'];

/** The operations that operators have in the console. */
export const consoleNames: readonly OperationName[] = operatorRolesByHand
  .flatMap((role) => namesByLeastRole[role])
  .filter((name) => !withoutKey.cli.includes(name));

export function mayByHand(role: OperatorRole, name: OperationName): boolean {
  const upwards = operatorRolesByHand;
  return upwards.slice(0, upwards.indexOf(role) + 1).some((each) => namesByLeastRole[each].includes(name));
}

/** The refusal of what a recipe asks for that is not there. Every other operation that is allowed succeeds. */
export const absentByHand: Partial<Readonly<Record<OperationName, string>>> = {
  getClientEvent: 'event_not_found',
  getClientWebhook: 'webhook_not_found',
  updateClientWebhook: 'webhook_not_found',
  deleteClientWebhook: 'webhook_not_found',
  rotateClientWebhookSecret: 'webhook_not_found',
  testClientWebhook: 'webhook_not_found',
  enableClientWebhook: 'webhook_not_found',
  replayClientWebhook: 'webhook_not_found',
  listClientWebhookDeliveries: 'webhook_not_found',
  getClientWebhookDelivery: 'webhook_not_found',
  retryClientWebhookDelivery: 'webhook_not_found',
  getClientToolServer: 'tool_server_not_found',
  updateClientToolServer: 'tool_server_not_found',
  deleteClientToolServer: 'tool_server_not_found',
  refreshClientToolServer: 'tool_server_not_found',
  rotateClientToolServerSecret: 'tool_server_not_found',
  enableClientToolServer: 'tool_server_not_found',
  listClientTools: 'tool_server_not_found',
  listClientToolCalls: 'tool_server_not_found',
  approveClientTool: 'tool_server_not_found',
  withdrawClientTool: 'tool_server_not_found',
  callClientTool: 'tool_server_not_found',
  cancelTurn: 'job_not_found',
  drainProcess: 'not_found',
  updateOperator: 'operator_not_found',
  identifyUser: 'user_not_found',
};
