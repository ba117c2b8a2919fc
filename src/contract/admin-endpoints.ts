import { type TObject, Type } from 'typebox';
import {
  AgentAnswer,
  AgentChange,
  AgentCreation,
  AgentList,
  AuditList,
  ClientAnswer,
  ClientChange,
  ClientCreation,
  ClientKeyAnswer,
  ClientList,
  HostedUserChange,
  HostedUserCreation,
  UsageReport,
  UserAnswer,
  UserLinkAnswer,
  UserList,
  withoutNul,
} from './admin.ts';
import { strict } from './chat.ts';
import type { Endpoint } from './endpoint.ts';
import type { Scope } from './resources.ts';

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
};
const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: withoutNul, description }));

const noQuery = Type.Object({}, strict);
const pageQuery = Type.Object(page, strict);
const noBody = Type.Object({}, strict);

/** What every operation for operators has in common. */
const byAdmin = <S extends Scope>(scope: S) =>
  ({ hosted: false, scope, freshness: 'current', query: noQuery, body: null }) as const;
const clients = byAdmin('admin:clients');

/** A POST that says everything by its path. */
const action = <const O extends string, const P extends string, A extends TObject>(
  operation: O,
  summary: string,
  path: P,
  answer: A,
) =>
  ({
    ...clients,
    operation,
    summary,
    method: 'POST',
    path,
    body: noBody,
    bodyOptional: true,
    answers: { 200: answer },
  }) as const;

/** The operator's operations. The same ones as the command line's, but for scopes. */
export const adminEndpoints = {
  listClients: {
    ...clients,
    operation: 'listClients',
    summary: 'Clients, by slug',
    method: 'GET',
    path: '/admin/clients',
    query: pageQuery,
    answers: { 200: ClientList },
  },
  createClient: {
    ...clients,
    operation: 'createClient',
    summary: 'Create a client; its key is shown once',
    method: 'POST',
    path: '/admin/clients',
    body: ClientCreation,
    answers: { 201: ClientKeyAnswer },
  },
  getClient: {
    ...clients,
    operation: 'getClient',
    summary: 'One client',
    method: 'GET',
    path: '/admin/clients/:slug',
    answers: { 200: ClientAnswer },
  },
  updateClient: {
    ...clients,
    operation: 'updateClient',
    summary: 'Change a client',
    method: 'PATCH',
    path: '/admin/clients/:slug',
    body: ClientChange,
    answers: { 200: ClientAnswer },
  },
  rotateKey: action(
    'rotateClientKey',
    'Replace the key; the one before ends at once',
    '/admin/clients/:slug/rotate-key',
    ClientKeyAnswer,
  ),
  rotateHandoff: action(
    'rotateClientHandoff',
    'End every hosted session of the client',
    '/admin/clients/:slug/rotate-handoff',
    ClientAnswer,
  ),
  revokeClient: action('revokeClient', 'Revoke a client', '/admin/clients/:slug/revoke', ClientAnswer),
  enableClient: action(
    'enableClient',
    'Enable a revoked client',
    '/admin/clients/:slug/enable',
    ClientAnswer,
  ),
  bindAgent: {
    ...clients,
    operation: 'bindAgent',
    summary: 'Let a client use an agent',
    method: 'PUT',
    path: '/admin/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
  },
  unbindAgent: {
    ...clients,
    operation: 'unbindAgent',
    summary: 'Keep a client from an agent',
    method: 'DELETE',
    path: '/admin/clients/:slug/agents/:agent',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ClientAnswer },
  },
  listUsers: {
    ...clients,
    operation: 'listUsers',
    summary: 'People who sign in at the tenant, by email',
    method: 'GET',
    path: '/admin/clients/:slug/users',
    query: pageQuery,
    answers: { 200: UserList },
  },
  createUser: {
    ...clients,
    operation: 'createUser',
    summary: 'Add somebody who signs in, with a letter or a link to choose a password',
    method: 'POST',
    path: '/admin/clients/:slug/users',
    body: HostedUserCreation,
    answers: { 201: UserLinkAnswer },
  },
  updateUser: {
    ...clients,
    operation: 'updateUser',
    summary: 'Disable, enable, make or unmake an administrator',
    method: 'PATCH',
    path: '/admin/clients/:slug/users/:id',
    body: HostedUserChange,
    answers: { 200: UserAnswer },
  },
  resetPassword: action(
    'resetUserPassword',
    'End the password and the sessions of the user, with a letter or a link for the next password',
    '/admin/clients/:slug/users/:id/reset-password',
    UserLinkAnswer,
  ),
  listAgents: {
    ...clients,
    operation: 'listAgents',
    summary: 'Agents, by slug',
    method: 'GET',
    path: '/admin/agents',
    query: pageQuery,
    answers: { 200: AgentList },
  },
  createAgent: {
    ...clients,
    operation: 'createAgent',
    summary: 'Create an agent',
    method: 'POST',
    path: '/admin/agents',
    body: AgentCreation,
    answers: { 201: AgentAnswer },
  },
  updateAgent: {
    ...clients,
    operation: 'updateAgent',
    summary: 'Change an agent for all clients',
    method: 'PATCH',
    path: '/admin/agents/:slug',
    body: AgentChange,
    answers: { 200: AgentAnswer },
  },
  reportUsage: {
    ...byAdmin('admin:usage'),
    operation: 'reportUsage',
    summary: 'Usage by UTC day, newest first; the last 30 days unless told otherwise',
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
  },
  listAudit: {
    ...byAdmin('admin:audit'),
    operation: 'listAudit',
    summary: 'Who changed what, newest first',
    method: 'GET',
    path: '/admin/audit',
    query: Type.Object(
      {
        client: text('Slug.'),
        actor: text('As an entry names it; `cli` is every command line.'),
        action: text('Such as client.revoke.'),
        ...page,
      },
      strict,
    ),
    answers: { 200: AuditList },
  },
} as const satisfies Record<string, Endpoint>;
