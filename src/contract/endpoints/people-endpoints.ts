import { BlockedUserList, UserBlocked, UserDataErasure, UserUnblocked } from '../people.ts';
import { byUser, noBody, pageQuery } from '../request-parts.ts';
import type { Endpoint } from './endpoint.ts';

const withKey = { hosted: false, freshness: 'current' } as const;

/** The operations with which a partner looks after its end users. */
export const peopleEndpoints = {
  listBlockedUsers: {
    ...withKey,
    operation: 'listBlockedUsers',
    summary: 'End users who may not send, by identity',
    method: 'GET',
    path: '/blocked-users',
    scope: 'chat',
    query: pageQuery,
    body: null,
    answers: { 200: BlockedUserList },
    errors: [],
  },
  blockUser: {
    ...withKey,
    operation: 'blockUser',
    summary: 'Block an end user',
    description:
      'From then on every prompt of the user is refused with `user_blocked`, also with a token that was minted before. Queued jobs are cancelled and given back, running answers are cut. Reading, feedback and deletion stay open. A user who is blocked already stays blocked.',
    method: 'PUT',
    path: '/blocked-users',
    scope: 'chat',
    query: byUser,
    body: noBody,
    bodyOptional: true,
    answers: { 200: UserBlocked },
    errors: [],
  },
  unblockUser: {
    ...withKey,
    operation: 'unblockUser',
    summary: 'Let an end user send again',
    description: 'Nothing changes for a user who is not blocked.',
    method: 'DELETE',
    path: '/blocked-users',
    scope: 'chat',
    query: byUser,
    body: noBody,
    bodyOptional: true,
    answers: { 200: UserUnblocked },
    errors: [],
  },
  exportUserData: {
    ...withKey,
    operation: 'exportUserData',
    summary: 'Everything that is stored about an end user, as JSON lines',
    description:
      'One JSON object a line: `user`, then each `conversation` with its `message` and `feedback` lines, `usage` by day, and `audit`. The last line is `end` with the number of lines before it; without it the export was cut.',
    method: 'GET',
    path: '/user-data',
    scope: 'user-data',
    query: byUser,
    body: null,
    answers: { 200: 'lines' },
    headers: ['Content-Disposition'],
    errors: [],
  },
  eraseUserData: {
    ...withKey,
    operation: 'eraseUserData',
    summary: 'Erase everything that is stored about an end user',
    description:
      'The user is blocked while it runs; queued jobs are cancelled and running answers are cut. Conversations and feedback are deleted; where a count must stay true, a pseudonym takes the place of the identity. It cannot be undone. `status` says whether it has ended; repeat the request to ask again. Afterwards the same identity begins anew, and is not blocked.',
    method: 'DELETE',
    path: '/user-data',
    scope: 'user-data',
    query: byUser,
    body: noBody,
    bodyOptional: true,
    answers: { 202: UserDataErasure },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
