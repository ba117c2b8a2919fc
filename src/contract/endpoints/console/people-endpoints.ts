import { Type } from 'typebox';
import { strict } from '../../chat.ts';
import { EndUser } from '../../console/end-user.ts';
import { BlockedUserList, UserBlocked, UserDataErasure, UserUnblocked } from '../../people.ts';
import { noBody, pageQuery } from '../../request-parts.ts';
import { byAdmin } from '../admin-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';

/** Never in the path: paths are written to logs. */
const ofPerson = {
  query: Type.Object(
    { external_user_id: Type.String({ description: 'The identity that the partner gave, or `hu:<uuid>`.' }) },
    strict,
  ),
} as const;
const change = { ...ofPerson, body: noBody, bodyOptional: true } as const;

/** What an operator does about an end user of a client, whether the partner named the user or the user signs in. */
export const consolePeopleEndpoints = {
  getEndUser: {
    ...byAdmin('getEndUser'),
    ...ofPerson,
    operation: 'getEndUser',
    summary: 'What an end user has used today, and how much is stored; no texts',
    method: 'GET',
    path: '/admin/clients/:slug/end-user',
    answers: { 200: EndUser },
    errors: ['client_not_found'],
  },
  listBlockedUsers: {
    ...byAdmin('listBlockedUsers'),
    operation: 'listClientBlockedUsers',
    summary: 'End users of a client who may not send, by identity',
    method: 'GET',
    path: '/admin/clients/:slug/blocked-users',
    query: pageQuery,
    answers: { 200: BlockedUserList },
    errors: ['client_not_found'],
  },
  blockUser: {
    ...byAdmin('blockUser'),
    ...change,
    operation: 'blockClientUser',
    summary: 'Block an end user, who can still read',
    method: 'PUT',
    path: '/admin/clients/:slug/blocked-users',
    answers: { 200: UserBlocked },
    errors: ['client_not_found'],
  },
  unblockUser: {
    ...byAdmin('unblockUser'),
    ...change,
    operation: 'unblockClientUser',
    summary: 'Let an end user send again',
    method: 'DELETE',
    path: '/admin/clients/:slug/blocked-users',
    answers: { 200: UserUnblocked },
    errors: ['client_not_found'],
  },
  exportUserData: {
    ...byAdmin('exportUserData'),
    ...ofPerson,
    operation: 'exportClientUserData',
    summary: 'Everything that is stored about an end user, as JSON lines',
    method: 'GET',
    path: '/admin/clients/:slug/user-data',
    answers: { 200: 'lines' },
    headers: ['Content-Disposition'],
    errors: ['client_not_found'],
  },
  eraseUserData: {
    ...byAdmin('eraseUserData'),
    ...change,
    operation: 'eraseClientUserData',
    summary: 'Erase everything that is stored about an end user, with the account of one who signs in',
    method: 'DELETE',
    path: '/admin/clients/:slug/user-data',
    answers: { 202: UserDataErasure },
    errors: ['client_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
