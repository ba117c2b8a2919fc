import { AgentAnswer, AgentChange, AgentCreation, AgentDeletion, AgentList } from '../admin.ts';
import { rolesOf } from '../console/roles.ts';
import { AgentHistory } from '../console/screens.ts';
import { noBody, noQuery, pageQuery } from '../request-parts.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = { fresh: false, audit: null, query: noQuery, body: null } as const;

/** Agents, as operators make and change them. */
export const agentOperations = {
  listAgents: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.everyone, cli: true },
    summary: 'Agents, by slug',
    description: 'All agents of the service, including those that are reserved to the operator.',
    method: 'GET',
    path: '/agents',
    query: pageQuery,
    answers: { 200: AgentList },
    errors: [],
  },
  createAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'agent.create',
    summary: 'Create an agent',
    description: 'Its slug cannot be changed later, because conversations belong to it.',
    method: 'POST',
    path: '/agents',
    body: AgentCreation,
    answers: { 201: AgentAnswer },
    headers: ['Location'],
    errors: ['already_exists'],
  },
  getAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.everyone, cli: true },
    summary: 'Show one agent',
    description: 'With its instructions.',
    method: 'GET',
    path: '/agents/:slug',
    answers: { 200: AgentAnswer },
    errors: ['agent_not_found'],
  },
  updateAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'agent.update',
    summary: 'Change an agent for all clients',
    description: 'Takes effect from the next turn on, in existing conversations too.',
    method: 'PATCH',
    path: '/agents/:slug',
    body: AgentChange,
    answers: { 200: AgentAnswer },
    errors: ['agent_not_found', 'agent_in_use'],
  },
  deleteAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'agent.delete',
    summary: 'Delete an agent that is the default of no client; its conversations stay readable',
    description: 'Clients that it was bound to lose it.',
    method: 'DELETE',
    path: '/agents/:slug',
    body: noBody,
    bodyOptional: true,
    answers: { 200: AgentDeletion },
    errors: ['agent_not_found', 'agent_in_use'],
  },
  getAgentHistory: {
    ...row,
    channels: { console: rolesOf.everyone },
    summary: 'One agent with the clients that use it and its earlier versions',
    method: 'GET',
    path: '/agents/:slug/history',
    answers: { 200: AgentHistory },
    errors: ['agent_not_found'],
  },
} as const satisfies Record<string, OperatorOperation>;
