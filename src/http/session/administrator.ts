import type { AdministratorAuthor } from '#core/audit/actor.ts';
import { errors } from '#core/errors.ts';
import type { Caller, Visitor } from '#core/identity/caller.ts';

/** The administrator who sent the request; the route admits no other caller. */
export function administratorOf(caller: Caller): Visitor {
  if (caller.kind !== 'hosted' || !caller.admin) throw errors.adminRequired();
  return caller;
}

export function actorOf(caller: Caller): AdministratorAuthor {
  const { userId: id, client, sessionId } = administratorOf(caller);
  return { kind: 'hosted-user', id, clientId: client.id, sessionId };
}
