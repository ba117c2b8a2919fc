import { Type } from 'typebox';
import {
  AuditList,
  ClientAnswer,
  ClientChange,
  ClientCreation,
  ClientDeletion,
  ClientKeyAnswer,
  ClientList,
  KeyRotation,
  UsageReport,
} from '../admin.ts';
import { strict } from '../chat.ts';
import { adminEndpointsOf } from '../operations/endpoints-of.ts';
import { userOperations } from '../operations/users.ts';
import { webhookOperations } from '../operations/webhooks.ts';
import { noBody, page, text } from '../request-parts.ts';
import { agentEndpoints } from './admin-agent-endpoints.ts';
import { action, byAdmin } from './admin-endpoint.ts';
import { adminEventEndpoints } from './admin-event-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { operateEndpoints } from './operate-endpoints.ts';

/** The shapes of the operator's operations that travel; `operation-table.ts` says who may use them. */
export const adminEndpoints = {
  listClients: {
    ...byAdmin('listClients'),
    operation: 'listClients',
    summary: 'Clients, by slug',
    description: 'With `include=today`, each with its usage of the day. `q` finds words in names.',
    method: 'GET',
    path: '/admin/clients',
    query: Type.Object(
      {
        q: text('Searches slugs and names.'),
        include: Type.Optional(
          Type.Literal('today', {
            description: 'Adds what each client has used today; needs `admin:usage`, too.',
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
    ...byAdmin('createClient'),
    operation: 'createClient',
    summary: 'Create a client; its key is shown once',
    description: 'Scopes cannot be given here: only the command line gives them.',
    method: 'POST',
    path: '/admin/clients',
    body: ClientCreation,
    answers: { 201: ClientKeyAnswer },
    headers: ['Location'],
    errors: ['already_exists'],
  },
  getClient: {
    ...byAdmin('getClient'),
    operation: 'getClient',
    summary: 'One client',
    description: 'Its settings and the beginning of its key; never the key itself.',
    method: 'GET',
    path: '/admin/clients/:slug',
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  updateClient: {
    ...byAdmin('updateClient'),
    operation: 'updateClient',
    summary: 'Change a client',
    description:
      'Only the members that are sent change. Changes of limits hold from the next prompt on; what is used of the day stays used.',
    method: 'PATCH',
    path: '/admin/clients/:slug',
    body: ClientChange,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found'],
  },
  deleteClient: {
    ...byAdmin('deleteClient'),
    operation: 'deleteClient',
    summary: 'Delete a revoked client with everything that belongs to it',
    description:
      'From then on the client does not exist and its slug may be used again; its rows are removed in the background. It cannot be undone.',
    method: 'DELETE',
    path: '/admin/clients/:slug',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientDeletion },
    errors: ['client_not_found', 'client_not_revoked'],
  },
  rotateKey: {
    ...action(
      'rotateKey',
      'rotateClientKey',
      'Replace the key; the one before ends at once, or after overlap_seconds',
      '/admin/clients/:slug/rotate-key',
      ClientKeyAnswer,
      ['client_not_found'],
    ),
    description: 'The new key is shown once. Without an overlap, requests with the old key fail at once.',
    body: KeyRotation,
  },
  rotateHandoff: {
    ...action(
      'rotateHandoff',
      'rotateClientHandoff',
      'End every hosted session of the client',
      '/admin/clients/:slug/rotate-handoff',
      ClientAnswer,
      ['client_not_found'],
    ),
    description: 'Every token that was minted before stops working, in open pages too.',
  },
  revokeClient: {
    ...action(
      'revokeClient',
      'revokeClient',
      'Revoke a client',
      '/admin/clients/:slug/revoke',
      ClientAnswer,
      ['client_not_found'],
    ),
    description:
      'Its key stops working, its hosted pages answer 404, and its running turns end. Its data stays until the client is deleted.',
  },
  enableClient: {
    ...action(
      'enableClient',
      'enableClient',
      'Enable a revoked client',
      '/admin/clients/:slug/enable',
      ClientAnswer,
      ['client_not_found'],
    ),
    description: 'The same key works again.',
  },
  bindAgent: {
    ...byAdmin('bindAgent'),
    operation: 'bindAgent',
    summary: 'Let a client use an agent',
    description: 'The only way to an agent that is reserved to the operator.',
    method: 'PUT',
    path: '/admin/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found', 'agent_not_found'],
  },
  unbindAgent: {
    ...byAdmin('unbindAgent'),
    operation: 'unbindAgent',
    summary: 'Stop a client from using an agent',
    description: 'Not the client’s default. Conversations with the agent stay readable.',
    method: 'DELETE',
    path: '/admin/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
    errors: ['client_not_found', 'agent_not_found', 'agent_in_use'],
  },
  ...adminEndpointsOf(userOperations),
  ...adminEventEndpoints,
  ...adminEndpointsOf(webhookOperations),
  ...agentEndpoints,
  ...operateEndpoints,
  reportUsage: {
    ...byAdmin('reportUsage'),
    operation: 'reportUsage',
    summary: 'Usage by UTC day, newest first; the last 30 days by default',
    description: 'By client and end user, in pages.',
    method: 'GET',
    path: '/admin/usage',
    query: Type.Object(
      {
        client: text('Slug; all clients without it.'),
        user: text('An external_user_id of the client.'),
        from: text('First day, YYYY-MM-DD.'),
        to: text('Last day, YYYY-MM-DD.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: UsageReport },
    errors: [],
  },
  listAudit: {
    ...byAdmin('listAudit'),
    operation: 'listAudit',
    summary: 'Who changed what, newest first',
    description: 'Changes by operators, administrators and keys, with the values before and after.',
    method: 'GET',
    path: '/admin/audit',
    query: Type.Object(
      {
        client: text('Slug.'),
        actor: text('As an entry names it; `cli` is every command line.'),
        action: text('Such as client.revoke.'),
        since: text('First day, or RFC 3339.'),
        until: text('Before this day, or RFC 3339.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: AuditList },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
