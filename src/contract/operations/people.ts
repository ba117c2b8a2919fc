import { EndUser } from '../console/end-user.ts';
import { rolesOf } from '../console/roles.ts';
import { BlockedUserList, UserBlocked, UserDataErasure, UserUnblocked } from '../people/people.ts';
import { byUser, noBody, pageQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const row = { fresh: false, audit: null, body: null, errors: [] } as const;
const aboutOne = { ...row, ofPerson: true, query: byUser } as const;
const block = {
  ...aboutOne,
  channels: { api: 'chat', account: true, console: rolesOf.people },
  body: noBody,
  bodyOptional: true,
} as const;
const data = {
  ...aboutOne,
  channels: { api: 'user-data', account: true, console: rolesOf.operators, cli: true },
  fresh: true,
} as const;

/** The operations on an end user, whether the partner named the user or the user signs in. */
export const peopleOperations = {
  listBlockedUsers: {
    ...row,
    ids: { account: 'listTenantBlockedUsers', operator: 'listClientBlockedUsers' },
    channels: block.channels,
    summary: 'Blocked end users, by identity',
    description: 'They can still read what they have.',
    method: 'GET',
    path: '/blocked-users',
    query: pageQuery,
    answers: { 200: BlockedUserList },
  },
  blockUser: {
    ...block,
    ids: { account: 'blockTenantUser', operator: 'blockClientUser' },
    audit: 'user.block',
    summary: 'Block an end user',
    description:
      'Every further prompt of the user is refused with `user_blocked`, even with a token that was minted earlier. Queued jobs are cancelled and refunded, and running answers are cut off. Reading, feedback and deletion still work. Blocking a blocked user changes nothing.',
    method: 'PUT',
    path: '/blocked-users',
    answers: { 200: UserBlocked },
  },
  unblockUser: {
    ...block,
    ids: { account: 'unblockTenantUser', operator: 'unblockClientUser' },
    audit: 'user.unblock',
    summary: 'Unblock an end user',
    description: 'Nothing changes for a user who is not blocked.',
    method: 'DELETE',
    path: '/blocked-users',
    answers: { 200: UserUnblocked },
  },
  getEndUser: {
    ...aboutOne,
    channels: { console: rolesOf.people },
    summary: 'What an end user has used today and how much is stored, without texts',
    method: 'GET',
    path: '/end-user',
    answers: { 200: EndUser },
  },
  exportUserData: {
    ...data,
    ids: { account: 'exportTenantUserData', operator: 'exportClientUserData' },
    audit: 'user.export',
    summary: 'Everything that is stored about an end user, as JSON lines',
    description:
      'One JSON object a line: `user`, then each `conversation` with its `message` and `feedback` lines, `usage` by day, and `audit`. The last line is `end` with the number of lines before it; without it the export is incomplete.',
    method: 'GET',
    path: '/user-data',
    answers: { 200: 'lines' },
    headers: ['Content-Disposition'],
  },
  eraseUserData: {
    ...data,
    ids: { account: 'eraseTenantUserData', operator: 'eraseClientUserData' },
    audit: 'user.erase',
    summary: 'Erase everything that is stored about an end user',
    description:
      'The user is blocked until it is done; queued jobs are cancelled and running answers are cut off. Conversations and feedback are deleted; where a count must stay correct, a pseudonym replaces the identity. This cannot be undone. `status` says whether it is done; repeat the request to check again. Afterwards the same identity starts afresh and is not blocked.',
    method: 'DELETE',
    path: '/user-data',
    body: noBody,
    bodyOptional: true,
    answers: { 202: UserDataErasure },
  },
} as const satisfies Record<string, ClientOperation>;
