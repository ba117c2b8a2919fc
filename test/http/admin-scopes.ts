const webhookOperations = [
  'listClientEvents getClientEvent listClientWebhooks createClientWebhook getClientWebhook',
  'updateClientWebhook deleteClientWebhook rotateClientWebhookSecret testClientWebhook',
  'enableClientWebhook replayClientWebhook listClientWebhookDeliveries',
  'getClientWebhookDelivery retryClientWebhookDelivery',
].flatMap((names) => names.split(' '));
const onToolServers = Object.fromEntries(
  [
    'listClientToolServers createClientToolServer getClientToolServer',
    'updateClientToolServer deleteClientToolServer refreshClientToolServer',
    'rotateClientToolServerSecret enableClientToolServer listClientTools listClientToolCalls',
    'approveClientTool withdrawClientTool callClientTool',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => [name, 'admin:clients']),
);
const onDocuments = Object.fromEntries(
  ['Client', 'Agent']
    .flatMap((of) => [
      ...['put', 'get', 'delete'].map((verb) => `${verb}${of}Document`),
      `list${of}Documents`,
      `find${of}Sources`,
    ])
    .map((name) => [name, 'admin:clients']),
);
const onWebhooks = Object.fromEntries(webhookOperations.map((name) => [name, 'admin:clients']));

/** Written by hand: the table that binds the routes must not be its own judge. */
export const scopeOf: Readonly<Record<string, string>> = {
  listClients: 'admin:clients',
  createClient: 'admin:clients',
  getClient: 'admin:clients',
  updateClient: 'admin:clients',
  deleteClient: 'admin:clients',
  rotateKey: 'admin:clients',
  endPreviousKey: 'admin:clients',
  getClientGuidance: 'admin:clients',
  updateClientGuidance: 'admin:clients',
  publishClientGuidance: 'admin:clients',
  rotateHandoff: 'admin:clients',
  revokeClient: 'admin:clients',
  enableClient: 'admin:clients',
  bindAgent: 'admin:clients',
  unbindAgent: 'admin:clients',
  ...onWebhooks,
  ...onToolServers,
  ...onDocuments,
  listUsers: 'admin:clients',
  createUser: 'admin:clients',
  updateUser: 'admin:clients',
  deleteUser: 'admin:clients',
  resetPassword: 'admin:clients',
  listAgents: 'admin:clients',
  createAgent: 'admin:clients',
  getAgent: 'admin:clients',
  deleteAgent: 'admin:clients',
  updateAgent: 'admin:clients',
  reportUsage: 'admin:usage',
  reportMonth: 'admin:usage',
  exportUsage: 'admin:usage',
  listAudit: 'admin:audit',
  listPrices: 'admin:usage',
  setPrice: 'admin:operate',
  getOverview: 'admin:operate',
  getUsageSeries: 'admin:operate',
  getQueue: 'admin:operate',
  listLiveTurns: 'admin:operate',
  listEndedTurns: 'admin:operate',
  cancelTurn: 'admin:operate',
  drainProcess: 'admin:operate',
  listProviderStates: 'admin:operate',
  testProvider: 'admin:operate',
  runDoctor: 'admin:operate',
};
