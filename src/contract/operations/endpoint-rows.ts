import { rolesOf } from '../console/roles.ts';
import { noBody, noQuery } from '../request-parts.ts';
import type { Channels } from './client-operation.ts';

/** What the rows of a partner's endpoints share: people of the console see them, and operators change them. */
export function endpointRows<const Own extends Channels>(own: Own) {
  const row = { fresh: false, query: noQuery, body: null } as const;
  const changes = { ...row, channels: { ...own, console: rolesOf.operators } } as const;
  return {
    reads: { ...row, channels: { ...own, console: rolesOf.people }, audit: null, method: 'GET' },
    changes,
    action: { ...changes, method: 'POST', body: noBody, bodyOptional: true },
  } as const;
}
