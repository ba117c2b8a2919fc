import { agentOperations } from '../operations/agents.ts';
import { clientOperations } from '../operations/clients.ts';
import { consoleEndpointsOf } from '../operations/endpoints-of.ts';
import { liveOperations } from '../operations/live.ts';
import { endpointsWithoutKey } from '../operations/operator-operation.ts';
import { operatorOperations } from '../operations/operators.ts';
import { peopleOperations } from '../operations/people.ts';
import { adminEndpoints } from './admin-endpoints.ts';
import type { Endpoint } from '../endpoint.ts';

/**
 * No key reaches these: operators are managed by the console and the command line, the screens of one client and one
 * agent show what keys need several scopes for, and for its end users a partner's own key is the way.
 */
export const operatorEndpoints = {
  ...consoleEndpointsOf(peopleOperations),
  ...endpointsWithoutKey(operatorOperations),
  ...endpointsWithoutKey(clientOperations),
  ...endpointsWithoutKey(agentOperations),
  ...endpointsWithoutKey(liveOperations),
} as const satisfies Record<string, Endpoint>;

/** Every operation of operators that is exposed over HTTP: those of keys, and those of the console alone. */
export const exposedEndpoints = { ...adminEndpoints, ...operatorEndpoints } as const;
