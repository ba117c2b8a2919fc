import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import { checkAnyUserId } from '#core/identity/external-user-id.ts';
import { readEndedTurns } from '#core/jobs/ended-turns.ts';
import type { Handler } from '../../routing/call.ts';
import type { AccountServices } from './account-services.ts';

/** What became of the questions of the tenant's people, or of one person. */
export function listEndedTurns({
  endedTurns,
}: Pick<AccountServices, 'endedTurns'>): Handler<(typeof accountEndpoints)['listEndedTurns']> {
  return async ({ caller, query: { identity, ...query } }) => {
    const userId = identity === undefined ? null : personIn({ identity });
    const reading = { clientSlug: caller.client.slug, userId, query };
    return { body: await readEndedTurns(endedTurns, reading) };
  };
}

function personIn(query: { readonly identity: string }): string {
  return checkAnyUserId(query.identity, '?identity');
}
