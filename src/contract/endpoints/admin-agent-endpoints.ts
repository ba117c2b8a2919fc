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
    method: 'GET',
    path: '/admin/agents/:slug',
    answers: { 200: AgentAnswer },
    errors: ['agent_not_found'],
  },
  updateAgent: {
    ...byAdmin('updateAgent'),
    operation: 'updateAgent',
    summary: 'Change an agent for all clients',
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
    method: 'DELETE',
    path: '/admin/agents/:slug',
    body: noBody,
    bodyOptional: true,
    answers: { 200: AgentDeletion },
    errors: ['agent_not_found', 'agent_in_use'],
  },
} as const satisfies Record<string, Endpoint>;
