import type { Scope } from '#contract/closed-sets.ts';

/**
 * The operations that each kind of caller reaches over HTTP, by id and written by hand, so that the rows of the
 * contract are compared with something else than themselves. An operation that is missing here, or here at a channel
 * too many, fails the matrix of credentials. `matrix-roles.ts` says the same of operators.
 */
export const idsByScope: Readonly<Record<Scope, readonly string[]>> = {
  chat: [
    ...[
      'createHostedSession',
      'streamAnswer',
      'createJob',
      'getJob',
      'getJobOutput',
      'followJob',
      'cancelJob',
    ],
    ...['listEndedTurns', 'listConversations', 'getConversation', 'renameConversation', 'deleteConversation'],
    ...[
      'getAction',
      'decideAction',
      'saveFeedback',
      'getUsage',
      'listUsageDays',
      'listUsableAgents',
      'listProviders',
    ],
    ...['listBlockedUsers', 'blockUser', 'unblockUser'],
    ...['listModels', 'getModel', 'createChatCompletion', 'createResponse', 'getResponse', 'cancelResponse'],
  ],
  webhooks: [
    ...['listEvents', 'getEvent', 'listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook'],
    ...['deleteWebhook', 'rotateWebhookSecret', 'testWebhook', 'enableWebhook', 'replayWebhook'],
    ...['listWebhookDeliveries', 'getWebhookDelivery', 'retryWebhookDelivery'],
  ],
  'user-data': ['exportUserData', 'eraseUserData'],
  guidance: ['getGuidance', 'updateGuidance', 'publishGuidance'],
  tools: [
    ...['listToolServers', 'createToolServer', 'getToolServer', 'updateToolServer'],
    ...['deleteToolServer', 'refreshToolServer', 'rotateToolServerSecret', 'enableToolServer'],
    ...['listTools', 'listToolCalls', 'approveTool', 'withdrawTool', 'callTool'],
  ],
  knowledge: ['putDocument', 'getDocument', 'listDocuments', 'deleteDocument', 'findSources'],
  review: ['listFeedback', 'listUnanswered'],
  keys: ['rotateOwnKey'],
  'admin:clients': [
    ...['listClients', 'createClient', 'getClient', 'updateClient', 'deleteClient', 'rotateClientKey'],
    ...[
      'endPreviousClientKey',
      'rotateClientHandoff',
      'revokeClient',
      'enableClient',
      'bindAgent',
      'unbindAgent',
    ],
    ...['listUsers', 'createUser', 'updateUser', 'deleteUser', 'resetUserPassword'],
    ...[
      'listClientEvents',
      'getClientEvent',
      'listClientWebhooks',
      'createClientWebhook',
      'getClientWebhook',
    ],
    ...['updateClientWebhook', 'deleteClientWebhook', 'rotateClientWebhookSecret', 'testClientWebhook'],
    ...['enableClientWebhook', 'replayClientWebhook', 'listClientWebhookDeliveries'],
    ...['getClientWebhookDelivery', 'retryClientWebhookDelivery'],
    ...['listClientToolServers', 'createClientToolServer', 'getClientToolServer'],
    ...['updateClientToolServer', 'deleteClientToolServer', 'refreshClientToolServer'],
    ...['rotateClientToolServerSecret', 'enableClientToolServer', 'listClientTools'],
    ...['listClientToolCalls', 'approveClientTool', 'withdrawClientTool', 'callClientTool'],
    ...['getClientGuidance', 'updateClientGuidance', 'publishClientGuidance'],
    ...['putClientDocument', 'getClientDocument', 'listClientDocuments', 'deleteClientDocument'],
    ...['putAgentDocument', 'getAgentDocument', 'listAgentDocuments', 'deleteAgentDocument'],
    ...['findClientSources', 'findAgentSources'],
    ...['listAgents', 'createAgent', 'getAgent', 'updateAgent', 'deleteAgent'],
  ],
  'admin:usage': ['reportUsage', 'reportMonth', 'exportUsage', 'listPrices'],
  'admin:audit': ['listAudit'],
  'admin:operate': [
    ...[
      'readMetrics',
      'getOverview',
      'getUsageSeries',
      'getQueue',
      'listLiveTurns',
      'listEndedTurnsOfClients',
    ],
    ...['cancelTurn', 'drainProcess', 'listProviderStates', 'testProvider', 'runDoctor', 'setPrice'],
  ],
};

/** What a lapsed subscription refuses. */
export const idsOfSubscribers: readonly string[] = [
  ...['streamAnswer', 'createJob', 'createChatCompletion', 'createResponse', 'decideAction'],
];

/** With the session of an end user: a minted token or a sign-in. */
export const sessionIds: readonly string[] = [
  ...['streamAnswer', 'getJob', 'getJobOutput', 'followJob', 'cancelJob', 'listConversations'],
  ...['getConversation', 'renameConversation', 'deleteConversation', 'saveFeedback', 'getUsage'],
  ...['getAction', 'decideAction'],
  ...['deleteOwnConversations', 'exportOwnConversations'],
];

/** With a sign-in, which a minted token is not. */
export const loginIds: readonly string[] = ['setLanguage', 'signOutEverywhere', 'changeOwnPassword'];

/** With the sign-in of an administrator of the tenant. */
export const accountIds: readonly string[] = [
  ...['listWebhooks', 'createWebhook', 'getWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret'],
  ...['testWebhook', 'enableWebhook', 'replayWebhook', 'listWebhookDeliveries', 'getWebhookDelivery'],
  ...['retryWebhookDelivery', 'listTenantUsers', 'inviteTenantUser', 'updateTenantUser'],
  ...['resetTenantUserPassword', 'listTenantBlockedUsers', 'blockTenantUser', 'unblockTenantUser'],
  ...['getTenantKey', 'rotateTenantKey', 'replaceTenantKey', 'endPreviousTenantKey'],
  ...['listTenantFeedback', 'listUnanswered', 'getPrivacy', 'updatePrivacy'],
  ...['exportTenantUserData', 'eraseTenantUserData', 'getTenantUsage', 'getBrand', 'updateBrand'],
  ...['removeLogo', 'getEmbedding', 'updateEmbedding', 'checkEmbedding', 'getSubscription'],
  ...['listLoginSessions', 'endLoginSession', 'rotateHandoff', 'listTenantEndedTurns', 'listTenantAudit'],
  ...['getGuidance', 'updateGuidance', 'publishGuidance'],
  ...['listToolServers', 'createToolServer', 'getToolServer', 'updateToolServer'],
  ...['deleteToolServer', 'refreshToolServer', 'rotateToolServerSecret', 'enableToolServer'],
  ...['listTools', 'listToolCalls', 'approveTool', 'withdrawTool', 'callTool'],
  ...['putDocument', 'getDocument', 'listDocuments', 'deleteDocument', 'findSources'],
];

/** What an operator of any role does with the own session and passkeys. */
export const operatorsOwnIds: readonly string[] = [
  ...['getConsoleSession', 'endConsoleSession', 'beginConsoleConfirm', 'confirmConsoleSession'],
  ...['beginPasskey', 'addPasskey', 'deletePasskey', 'endOperatorSession', 'getConsoleSettings'],
];

/** At the console before anybody is signed in. */
export const openConsoleIds: readonly string[] = ['beginConsoleSignIn', 'signInToConsole', 'enrolOperator'];
