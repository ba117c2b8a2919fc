import { Type } from 'typebox';
import {
  ClientAnswer,
  ClientChange,
  ClientCreation,
  ClientDeletion,
  ClientKeyAnswer,
  ClientList,
  KeyRotation,
} from '../admin.ts';
import { strict } from '../chat.ts';
import { clientSorts, clientStates } from '../closed-sets.ts';
import { rolesOf } from '../console/roles.ts';
import { ClientOverview } from '../console/screens.ts';
import { noBody, noQuery, page, text } from '../request-parts.ts';
import type { OperatorOperation } from './operator-operation.ts';

const row = { fresh: false, audit: null, query: noQuery, body: null } as const;
/** A POST without a body, because the path says everything. */
const action = { ...row, method: 'POST', body: noBody, bodyOptional: true } as const;

/** Clients, as operators make and change them. */
export const clientOperations = {
  listClients: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.everyone, cli: true },
    summary: 'Clients, by slug or in another order',
    description:
      'With `include=today`, each with its usage of the day and when it was last active. `q` finds words in names.',
    method: 'GET',
    path: '/clients',
    query: Type.Object(
      {
        q: text('Searches slugs and names.'),
        status: Type.Optional(
          Type.Enum([...clientStates], { description: 'Clients of this subscription, or revoked ones.' }),
        ),
        sort: Type.Optional(
          Type.Enum([...clientSorts], {
            description:
              'The order; by slug without it. `today` and `last_active` begin with the greatest, and need `admin:usage`, too.',
          }),
        ),
        include: Type.Optional(
          Type.Literal('today', {
            description: 'Adds each client’s usage of today; also needs `admin:usage`.',
          }),
        ),
        ...page,
      },
      strict,
    ),
    answers: { 200: ClientList },
    errors: [],
  },
  createClient: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.create',
    summary: 'Create a client; its key is shown once',
    description: 'Scopes cannot be granted here: only the command line grants them.',
    method: 'POST',
    path: '/clients',
    body: ClientCreation,
    answers: { 201: ClientKeyAnswer },
    headers: ['Location'],
    errors: ['already_exists'],
  },
  getClient: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.everyone, cli: true },
    summary: 'Show one client',
    description: 'Its settings and the beginning of its key; never the key itself.',
    method: 'GET',
    path: '/clients/:slug',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  updateClient: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'client.update',
    summary: 'Change a client',
    description:
      'Only the members that are sent change. New limits apply from the next prompt on; usage of the day stays as it is.',
    method: 'PATCH',
    path: '/clients/:slug',
    body: ClientChange,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  deleteClient: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.delete',
    summary: 'Delete a revoked client with everything that belongs to it',
    description:
      'The client no longer exists and its slug is free again; its rows are removed in the background. This cannot be undone.',
    method: 'DELETE',
    path: '/clients/:slug',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientDeletion },
    errors: ['client_not_found', 'client_not_revoked'],
  },
  rotateKey: {
    ...action,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.rotate_key',
    id: 'rotateClientKey',
    summary: 'Replace the key; the previous one ends at once, or after overlap_seconds',
    description: 'The new key is shown once. Without an overlap, requests with the old key fail at once.',
    path: '/clients/:slug/rotate-key',
    body: KeyRotation,
    answers: { 200: ClientKeyAnswer },
    errors: ['client_not_found'],
  },
  endPreviousKey: {
    ...action,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.end_previous_key',
    id: 'endPreviousClientKey',
    summary: 'End the previous key before its overlap is over',
    description: 'Requests with it fail at once. Nothing changes where no overlap lasts.',
    path: '/clients/:slug/end-previous-key',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  rotateHandoff: {
    ...action,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.rotate_handoff',
    id: 'rotateClientHandoff',
    summary: 'End every hosted session of the client',
    description: 'Every token minted so far stops working, in open pages too.',
    path: '/clients/:slug/rotate-handoff',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  revokeClient: {
    ...action,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    fresh: true,
    audit: 'client.revoke',
    summary: 'Revoke a client',
    description:
      'Its key stops working, its hosted pages answer 404, and its running turns end. Its data stays until the client is deleted.',
    path: '/clients/:slug/revoke',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  enableClient: {
    ...action,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'client.enable',
    summary: 'Enable a revoked client',
    description: 'The same key works again.',
    path: '/clients/:slug/enable',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  bindAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'client.bind_agent',
    summary: 'Let a client use an agent',
    description: 'The only way for a client to use an agent that is reserved to the operator.',
    method: 'PUT',
    path: '/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found', 'agent_not_found'],
  },
  unbindAgent: {
    ...row,
    channels: { admin: 'admin:clients', console: rolesOf.operators, cli: true },
    audit: 'client.unbind_agent',
    summary: 'Stop a client from using an agent',
    description: 'Not the client’s default. Conversations with the agent stay readable.',
    method: 'DELETE',
    path: '/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found', 'agent_not_found', 'agent_in_use'],
  },
  getClientOverview: {
    ...row,
    channels: { console: rolesOf.everyone },
    summary: 'One client with its day, agents, users and latest changes',
    method: 'GET',
    path: '/clients/:slug/overview',
    answers: { 200: ClientOverview },
    errors: ['client_not_found'],
  },
} as const satisfies Record<string, OperatorOperation>;
