import type { AuditEntryResource } from '#contract/admin.ts';
import { isHostedUser } from '../audit/actor.ts';
import { type AuditEntry, presentAuditEntry } from '../audit/audit.ts';

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
    ...(isOpen ? { subject, before, after } : { subject: 'hidden', before: null, after: null }),
  };
}
