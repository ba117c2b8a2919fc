import { OwnKeyAnswer, OwnKeyRotated, OwnKeyRotation, PasswordConfirmation } from '../partners/keys.ts';
import { noQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const row = { fresh: false, query: noQuery, body: null } as const;
/** What a key cannot do: a thief could do it, too. */
const withPassword = {
  ...row,
  channels: { account: 'keys' },
  method: 'POST',
  body: PasswordConfirmation,
  errors: ['too_many_attempts'],
} as const;

/** The partner's own key, without the operator, whose operations on it are those of clients. */
export const keyOperations = {
  getOwnKey: {
    ...row,
    channels: { account: 'keys' },
    ids: { account: 'getTenantKey' },
    audit: null,
    summary: 'The beginning of the key, and how long the previous one works',
    method: 'GET',
    path: '/keys',
    answers: { 200: OwnKeyAnswer },
    errors: [],
  },
  rotateOwnKey: {
    ...row,
    channels: { api: 'keys', account: 'keys' },
    ids: { account: 'rotateTenantKey' },
    audit: 'client.rotate_key',
    summary: 'Replace the API key; the previous one keeps working for a while',
    description:
      'The new key is shown once. No key ends before its time: while the previous key works, only a new key that was never used is replaced, so a lost answer is repeated with the previous key, and its overlap gets no shorter. Once the new key was used, another rotation is 409 `key_overlap` until the overlap is over. Every administrator of the tenant gets an email. At most 10 an hour.',
    method: 'POST',
    path: '/keys/rotate',
    body: OwnKeyRotation,
    bodyOptional: true,
    answers: { 200: OwnKeyRotated },
    errors: ['key_overlap', 'too_many_attempts'],
  },
  replaceOwnKey: {
    ...withPassword,
    ids: { account: 'replaceTenantKey' },
    audit: 'client.rotate_key',
    summary: 'Replace the API key; every other key ends at once',
    path: '/keys/replace',
    answers: { 200: OwnKeyRotated },
  },
  endOwnPreviousKey: {
    ...withPassword,
    ids: { account: 'endPreviousTenantKey' },
    audit: 'client.end_previous_key',
    summary: 'End the previous key before its overlap is over',
    path: '/keys/end-previous',
    answers: { 200: OwnKeyAnswer },
  },
} as const satisfies Record<string, ClientOperation>;
