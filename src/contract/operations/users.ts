import { Type } from 'typebox';
import {
  HostedUserChange,
  HostedUserCreation,
  UserAnswer,
  UserDeletion,
  UserLinkAnswer,
  UserList,
} from '../admin.ts';
import { strict } from '../chat.ts';
import { rolesOf } from '../console/roles.ts';
import { noBody, noQuery, page, text } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const byOperators = { admin: 'admin:clients', console: rolesOf.people } as const;
const row = {
  channels: { ...byOperators, account: true },
  fresh: false,
  query: noQuery,
  body: null,
} as const;
const one = '/users/:id';

/** People who sign in at the tenant. */
export const userOperations = {
  listUsers: {
    ...row,
    channels: { ...row.channels, cli: true },
    ids: { account: 'listTenantUsers' },
    audit: null,
    summary: 'People who sign in at the tenant, by email',
    description: 'For the hosted pages of one client, with their last visit.',
    method: 'GET',
    path: '/users',
    query: Type.Object({ q: text('A part of the email.'), ...page }, strict),
    answers: { 200: UserList },
    errors: [],
  },
  createUser: {
    ...row,
    channels: byOperators,
    fresh: true,
    audit: 'user.create',
    summary: 'Add a person who can sign in; a link to choose a password is emailed or returned',
    description:
      'If mail is set up, the person gets the link by email; otherwise the answer contains it, to pass on.',
    method: 'POST',
    path: '/users',
    body: HostedUserCreation,
    answers: { 201: UserLinkAnswer },
    headers: ['Location'],
    errors: ['already_exists'],
  },
  updateUser: {
    ...row,
    ids: { account: 'updateTenantUser' },
    audit: 'user.update',
    summary: 'Disable or enable a user, grant or revoke administrator rights',
    description: 'A disabled person is signed out at once, and their running answers end.',
    method: 'PATCH',
    path: one,
    body: HostedUserChange,
    answers: { 200: UserAnswer },
    errors: ['user_not_found'],
  },
  deleteUser: {
    ...row,
    channels: { ...byOperators, console: rolesOf.operators },
    fresh: true,
    audit: 'user.erase',
    summary: 'Delete a person who signs in, with everything that is stored about the person',
    description:
      'The person is signed out at once; conversations are erased in the background. This cannot be undone.',
    method: 'DELETE',
    path: one,
    body: noBody,
    bodyOptional: true,
    answers: { 200: UserDeletion },
    errors: ['user_not_found'],
  },
  resetPassword: {
    ...row,
    ids: { account: 'resetTenantUserPassword', operator: 'resetUserPassword' },
    fresh: true,
    audit: 'user.reset_password',
    summary:
      'Reset a user’s password and end their sessions; a link to choose the next one is emailed or returned',
    description: 'The old password stops working at once.',
    method: 'POST',
    path: `${one}/reset-password`,
    body: noBody,
    bodyOptional: true,
    answers: { 200: UserLinkAnswer },
    errors: ['user_not_found', 'too_many_attempts'],
  },
} as const satisfies Record<string, ClientOperation>;
