import type {
  BlockedUserList,
  UserBlocked,
  UserDataErasure,
  UserUnblocked,
} from '#contract/people/people.ts';
import type { OperationExample } from '../types.ts';
import { cursors, times } from './values.ts';

/** Not the user of the other examples, who keeps sending. */
const ofUser = { external_user_id: 'user-2' };
const blockedUser = { ...ofUser, blocked_at: times.created };

const list: BlockedUserList = {
  ok: true,
  object: 'list',
  data: [blockedUser],
  has_more: false,
  next_cursor: null,
};
const blocked: UserBlocked = { ok: true, ...blockedUser, blocked: true };
const unblocked: UserUnblocked = { ok: true, ...ofUser, blocked: false };
const erased: UserDataErasure = { ok: true, ...ofUser, status: 'erased' };

/** Examples of the operations about end users. */
export const peopleExamples = {
  listBlockedUsers: { parameters: { limit: 20, cursor: cursors.list }, answers: { 200: list } },
  blockUser: { parameters: ofUser, answers: { 200: blocked } },
  unblockUser: { parameters: ofUser, answers: { 200: unblocked } },
  exportUserData: { parameters: ofUser },
  eraseUserData: { parameters: ofUser, answers: { 202: erased } },
} as const satisfies Record<string, OperationExample>;
