import { AgentAnswer, AgentChange, AgentCreation, AgentDeletion, AgentList } from '../admin.ts';
import { noBody, pageQuery } from '../request-parts.ts';
import { byAdmin } from './admin-endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** The operator's operations on agents. */
export const agentEndpoints = {
  listAgents: {
    ...byAdmin('listAgents'),
    operation: 'listAgents',
    summary: 'Agents, by slug',
    description: 'All agents of the service, those that are reserved to the operator among them.',
    method: 'GET',
    path: '/admin/agents',
    query: pageQuery,
    answers: { 200: AgentList },
    errors: [],
  },
  createAgent: {
    ...byAdmin('createAgent'),
    operation: 'createAgent',
    summary: 'Create an agent',
    description: 'Its slug cannot be changed later, because conversations belong to it.',
    method: 'POST',
    path: '/admin/agents',
    body: AgentCreation,
    answers: { 201: AgentAnswer },
    headers: ['Location'],
    errors: ['already_exists'],
  },
  getAgent: {
    ...byAdmin('getAgent'),
    operation: 'getAgent',
    summary: 'One agent',
    description: 'With its instructions.',
    method: 'GET',
    path: '/admin/agents/:slug',
    answers: { 200: AgentAnswer },
    errors: ['agent_not_found'],
  },
  updateAgent: {
    ...byAdmin('updateAgent'),
    operation: 'updateAgent',
    summary: 'Change an agent for all clients',
    description: 'Holds from the next turn on, also in conversations that have begun.',
    method: 'PATCH',
    path: '/admin/agents/:slug',
    body: AgentChange,
    answers: { 200: AgentAnswer },
    errors: ['agent_not_found', 'agent_in_use'],
  },
  deleteAgent: {
    ...byAdmin('deleteAgent'),
    operation: 'deleteAgent',
    summary: 'Delete an agent that is the default of no client; its conversations stay readable',
    description: 'Clients that were bound to it lose it.',
    method: 'DELETE',
    path: '/admin/agents/:slug',
    body: noBody,
    bodyOptional: true,
    answers: { 200: AgentDeletion },
    errors: ['agent_not_found', 'agent_in_use'],
  },
} as const satisfies Record<string, Endpoint>;
