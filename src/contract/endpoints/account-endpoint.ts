import { noBody, noQuery } from '../request-parts.ts';

/** Below `/account/api` on a tenant host, for administrators with a session cookie, whatever the subscription. */
export const byAdmin = {
  hosted: true,
  scope: null,
  freshness: 'current',
  query: noQuery,
  body: null,
} as const;
export const action = { ...byAdmin, method: 'POST', body: noBody, bodyOptional: true } as const;
