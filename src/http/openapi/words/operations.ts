/** What operations do, in more words than their summary, where their rows do not say it. */
export const operationWords: Readonly<Record<string, string>> = {
  getModel: 'An agent that the key may use, by its slug.',
  listClients: 'With `include=today`, each with its usage of the day. `q` finds words in names.',
  getClient: 'Its settings and the beginning of its key; never the key itself.',
  updateClient:
    'Only the members that are sent change. Changes of limits hold from the next prompt on; what is used of the day stays used.',
  rotateClientKey: 'The new key is shown once. Without an overlap, requests with the old key fail at once.',
  rotateClientHandoff: 'Every token that was minted before stops working, in open pages too.',
  revokeClient:
    'Its key stops working, its hosted pages answer 404, and its running turns end. Its data stays until the client is deleted.',
  enableClient: 'The same key works again.',
  bindAgent: 'The only way to an agent that is reserved to the operator.',
  unbindAgent: 'Not the client’s default. Conversations with the agent stay readable.',
  listAgents: 'All agents of the service, those that are reserved to the operator among them.',
  createAgent: 'Its slug cannot be changed later, because conversations belong to it.',
  getAgent: 'With its instructions.',
  updateAgent: 'Holds from the next turn on, also in conversations that have begun.',
  deleteAgent: 'Clients that were bound to it lose it.',
  getOverview: 'What an operator looks at first, from stored totals: the same in every process.',
  getUsageSeries: 'From totals that are folded once a minute. Turns that still run are not in them.',
  getQueue: 'How many turns wait in each queue, since when, and which processes answer them.',
  listLiveTurns: 'Neither questions nor answers are shown.',
  listEndedTurnsOfClients:
    'Of all clients, to find what became of one question: by the id of its request, by its user, or among the failures.',
  cancelTurn: 'As if its caller had cancelled it: what was written so far is kept.',
  drainProcess: 'What it runs goes on. Streams are still answered by it.',
  listProviderStates: 'As the processes have seen them while they worked.',
  testProvider: 'The answer says what the provider said, without its text.',
  runDoctor: 'Configuration, database, providers, mail and webhooks. It changes nothing.',
  reportUsage: 'By client and end user, in pages.',
  listAudit: 'Changes by operators, administrators and keys, with the values before and after.',
};
