import type { Endpoint } from '../endpoint.ts';
import { agentOperations } from '../operations/agents.ts';
import { clientOperations } from '../operations/clients.ts';
import { agentDocumentOperations, documentOperations } from '../operations/documents.ts';
import { adminEndpointsOf } from '../operations/endpoints-of.ts';
import { eventOperations } from '../operations/events.ts';
import { guidanceOperations } from '../operations/guidance.ts';
import { liveOperations } from '../operations/live.ts';
import { endpointsByKey } from '../operations/operator-operation.ts';
import { peopleOperations } from '../operations/people.ts';
import { priceOperations } from '../operations/prices.ts';
import { reportOperations } from '../operations/reports.ts';
import { agentSourceOperations, sourceOperations } from '../operations/sources.ts';
import { toolOperations } from '../operations/tools.ts';
import { userOperations } from '../operations/users.ts';
import { webhookOperations } from '../operations/webhooks.ts';

/** What keys with an admin scope reach, below `/v1/admin`. */
export const adminEndpoints = {
  ...endpointsByKey(clientOperations),
  ...adminEndpointsOf(userOperations),
  // None so far: the channels in the rows decide it.
  ...adminEndpointsOf(peopleOperations),
  ...endpointsByKey(eventOperations),
  ...adminEndpointsOf(webhookOperations),
  ...adminEndpointsOf(guidanceOperations),
  ...adminEndpointsOf(toolOperations),
  ...adminEndpointsOf(documentOperations),
  ...adminEndpointsOf(sourceOperations),
  ...endpointsByKey(agentOperations),
  ...endpointsByKey(agentDocumentOperations),
  ...endpointsByKey(agentSourceOperations),
  ...endpointsByKey(liveOperations),
  ...endpointsByKey(reportOperations),
  ...endpointsByKey(priceOperations),
} as const satisfies Record<string, Endpoint>;
