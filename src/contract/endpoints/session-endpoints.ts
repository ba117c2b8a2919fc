import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { languages } from '../languages/languages.ts';
import { noBody, noQuery } from '../request-parts.ts';
import { ConversationsDeleted, oneOf } from '../resources.ts';

const own = { hosted: true, scope: null, freshness: 'current', query: noQuery, body: null } as const;
const Done = Type.Object({ ok: Type.Literal(true) });

/** What people do with all of their conversations, below `/chat` on a tenant's host, also with a minted token. */
export const ownConversationEndpoints = {
  deleteOwnConversations: {
    ...own,
    operation: 'deleteOwnConversations',
    summary: 'Delete all conversations that the user has now',
    method: 'DELETE',
    path: '/conversations',
    body: noBody,
    bodyOptional: true,
    answers: { 200: ConversationsDeleted },
    errors: [],
  },
  exportOwnConversations: {
    ...own,
    operation: 'exportOwnConversations',
    summary: "The user's conversations, messages and feedback, as JSON lines",
    method: 'GET',
    path: '/export',
    answers: { 200: 'lines' },
    headers: ['Content-Disposition'],
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;

/** What people who signed in do with their account, below `/session`; a minted token has none. */
export const ownAccountEndpoints = {
  setLanguage: {
    ...own,
    operation: 'setLanguage',
    summary: 'Choose the language of pages and emails',
    method: 'PUT',
    path: '/language',
    body: Type.Object({ language: oneOf(languages) }, strict),
    answers: { 200: Done },
    errors: [],
  },
  signOutEverywhere: {
    ...own,
    operation: 'signOutEverywhere',
    summary: 'Sign the user out everywhere, here too; minted tokens keep working',
    method: 'POST',
    path: '/end-all',
    body: noBody,
    bodyOptional: true,
    answers: { 200: Done },
    errors: [],
  },
  changeOwnPassword: {
    ...own,
    operation: 'changeOwnPassword',
    summary: "Change the user's password, and end every other sign-in",
    method: 'POST',
    path: '/password',
    body: Type.Object({ password: Type.String(), new_password: Type.String() }, strict),
    answers: { 200: Done },
    errors: ['too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
