import { Type } from 'typebox';
import { strict } from '../chat.ts';
import { languages } from '../languages/languages.ts';
import { noQuery } from '../request-parts.ts';
import { oneOf } from '../resources.ts';
import type { Endpoint } from './endpoint.ts';

/** Below `/session` on a tenant host, for a person with a session cookie, whatever the subscription. */
export const sessionEndpoints = {
  setLanguage: {
    operation: 'setLanguage',
    summary: 'Choose the language of the pages and of letters',
    method: 'PUT',
    path: '/language',
    hosted: true,
    scope: null,
    freshness: 'current',
    query: noQuery,
    body: Type.Object({ language: oneOf(languages) }, strict),
    answers: { 200: Type.Object({ ok: Type.Literal(true) }) },
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
