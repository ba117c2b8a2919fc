import { Type } from 'typebox';
import { strict } from '../../chat.ts';
import { AssertedCredential, AttestedCredential } from '../../console/credential.ts';
import { Ceremony, ConsoleSession, ConsoleSettings, Ended, SpentLink } from '../../console/session.ts';
import type { Endpoint } from '../../endpoint.ts';
import { noBody, noQuery } from '../../request-parts.ts';

/**
 * When an operator's own route needs a passkey that was used just now, beside the operations, whose rows say it as
 * well. A link is for registering a passkey, so the session that it opened needs none for that.
 */
export type OwnFreshness = 'never' | 'always' | 'unless_by_link' | 'for_others';

export interface OwnEndpoint extends Endpoint {
  readonly fresh: OwnFreshness;
}

/** Below `/api` on the console's host, beside the operations: the person's own session and passkeys. */
const own = {
  fresh: 'never',
  hosted: false,
  scope: null,
  freshness: 'current',
  query: noQuery,
  body: null,
  errors: [],
} as const;
const begin = {
  ...own,
  method: 'POST',
  body: noBody,
  bodyOptional: true,
  answers: { 200: Ceremony },
} as const;
const Handle = Type.String({ minLength: 1, maxLength: 128 });
const Assertion = Type.Object({ ceremony: Handle, credential: AssertedCredential }, strict);

export const consoleEndpoints = {
  getSession: {
    ...own,
    operation: 'getConsoleSession',
    summary: 'Who is signed in',
    method: 'GET',
    path: '/session',
    answers: { 200: ConsoleSession },
  },
  endSession: {
    ...own,
    operation: 'endConsoleSession',
    summary: 'Sign out',
    method: 'DELETE',
    path: '/session',
    answers: { 200: Ended },
  },
  beginSignIn: {
    ...begin,
    operation: 'beginConsoleSignIn',
    summary: 'Start a sign-in',
    path: '/session/options',
  },
  signIn: {
    ...own,
    operation: 'signInToConsole',
    summary: 'Sign in with a passkey',
    method: 'POST',
    path: '/session',
    body: Assertion,
    answers: { 200: ConsoleSession },
    errors: ['invalid_passkey', 'too_many_attempts'],
  },
  beginConfirm: {
    ...begin,
    operation: 'beginConsoleConfirm',
    summary: 'Start a passkey check, for operations that need a fresh one',
    path: '/session/confirm/options',
  },
  confirm: {
    ...own,
    operation: 'confirmConsoleSession',
    summary: 'Confirm the person by a passkey',
    method: 'POST',
    path: '/session/confirm',
    body: Assertion,
    answers: { 200: ConsoleSession },
    errors: ['invalid_passkey'],
  },
  enrol: {
    ...own,
    operation: 'enrolOperator',
    summary: 'Redeem a link',
    method: 'POST',
    path: '/enrol',
    body: SpentLink,
    answers: { 200: ConsoleSession },
    errors: ['invalid_link', 'already_exists', 'too_many_attempts'],
  },
  beginPasskey: {
    ...begin,
    fresh: 'unless_by_link',
    operation: 'beginPasskey',
    summary: 'Start registering a passkey',
    path: '/passkeys/options',
    errors: ['fresh_passkey_required'],
  },
  addPasskey: {
    ...own,
    fresh: 'unless_by_link',
    operation: 'addPasskey',
    summary: 'Register a passkey',
    method: 'POST',
    path: '/passkeys',
    body: Type.Object(
      {
        ceremony: Handle,
        credential: AttestedCredential,
        name: Type.Optional(Type.String({ maxLength: 100 })),
      },
      strict,
    ),
    answers: { 201: ConsoleSession },
    errors: ['invalid_passkey', 'fresh_passkey_required'],
  },
  deletePasskey: {
    ...own,
    fresh: 'always',
    operation: 'deletePasskey',
    summary: 'Delete one of your own passkeys',
    method: 'DELETE',
    path: '/passkeys/:id',
    answers: { 200: Ended },
    errors: ['not_found', 'fresh_passkey_required'],
  },
  endOtherSession: {
    ...own,
    fresh: 'for_others',
    operation: 'endOperatorSession',
    summary: 'End a session',
    method: 'DELETE',
    path: '/sessions/:id',
    answers: { 200: Ended },
    errors: ['not_found', 'fresh_passkey_required'],
  },
  getSettings: {
    ...own,
    operation: 'getConsoleSettings',
    summary: 'The settings screen',
    method: 'GET',
    path: '/settings',
    answers: { 200: ConsoleSettings },
  },
} as const satisfies Record<string, OwnEndpoint>;
