import type { AdminClient, AuditEntryResource } from '#contract/admin.ts';
import { presentClient } from '../administration/present-client.ts';
import { isHostedUser } from '../audit/actor.ts';
import { type AuditEntry, presentAuditEntry } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { type Principal, seesPeople } from './principal.ts';

/**
 * Changes of things; every other change may be about a person, those of a later version included. The address of a
 * webhook can hold a password.
 */
const withoutPeople = ['client.', 'agent.', 'brand.', 'turn.', 'process.', 'provider.'];

/** An entry for a viewer: who did what and when, without the identity of a person. */
export function hidePeople(entry: AuditEntry): AuditEntryResource {
  const { actor, subject, before, after, ...rest } = presentAuditEntry(entry);
  const isOpen = withoutPeople.some((noun) => entry.action.startsWith(noun));
  return {
    ...rest,
    actor: isHostedUser(actor) ? 'hu' : actor,
    ...(isOpen
      ? { subject, before: withoutUser(before), after: withoutUser(after) }
      : { subject: 'hidden', before: null, after: null }),
  };
}

/** A client with the identity in its settings for those who see people only. */
export function presentClientTo(by: Principal, client: Client, tenantUrl: string): AdminClient {
  const shown = presentClient(client, tenantUrl);
  return seesPeople(by) ? shown : { ...shown, openai_default_user: null };
}

/** What was changed in a client's settings, without the identity that can be among them. */
function withoutUser(members: AuditEntry['before']): AuditEntry['before'] {
  return typeof members?.['openai_default_user'] === 'string'
    ? { ...members, openai_default_user: 'hidden' }
    : members;
}
