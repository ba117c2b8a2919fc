import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { BlockedUserList, UserBlocked, UserDataErasure, UserUnblocked } from '../people.ts';
import { noBody, pageQuery } from '../request-parts.ts';
import { byAdmin } from './account-endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** Not `external_user_id`, which a session never names: here an administrator names another person. */
const ofPerson = {
  ...byAdmin,
  query: Type.Object(
    { identity: Type.String({ description: 'The identity that a backend gave, or `hu:<uuid>`.' }) },
    strict,
  ),
} as const;
const change = { ...ofPerson, body: noBody, bodyOptional: true } as const;

/** What an administrator of a tenant does about a person, whether a partner named the person or the person signs in. */
export const accountPeopleEndpoints = {
  listBlockedUsers: {
    ...byAdmin,
    operation: 'listTenantBlockedUsers',
    summary: 'People who may not send, by identity',
    method: 'GET',
    path: '/blocked-users',
    query: pageQuery,
    answers: { 200: BlockedUserList },
    errors: [],
  },
  blockUser: {
    ...change,
    operation: 'blockTenantUser',
    summary: 'Block a person, who can still read',
    method: 'PUT',
    path: '/blocked-users',
    answers: { 200: UserBlocked },
    errors: [],
  },
  unblockUser: {
    ...change,
    operation: 'unblockTenantUser',
    summary: 'Let a person send again',
    method: 'DELETE',
    path: '/blocked-users',
    answers: { 200: UserUnblocked },
    errors: [],
  },
  exportUserData: {
    ...ofPerson,
    operation: 'exportTenantUserData',
    summary: 'Everything that is stored about a person, as JSON lines',
    method: 'GET',
    path: '/user-data',
    answers: { 200: 'lines' },
    headers: ['Content-Disposition'],
    errors: [],
  },
  eraseUserData: {
    ...change,
    operation: 'eraseTenantUserData',
    summary: 'Erase everything that is stored about a person, with the account; never one’s own',
    method: 'DELETE',
    path: '/user-data',
    answers: { 202: UserDataErasure },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
