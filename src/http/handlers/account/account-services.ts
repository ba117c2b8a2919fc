import type { Administration } from '#core/administration/administration.ts';
import type { AdministratorAuthor } from '#core/audit/actor.ts';
import type { BrandManager } from '#core/brand/manage-brand.ts';
import type { HostedUserStore } from '#core/clients/hosted-user.ts';
import { errors } from '#core/errors.ts';
import type { Caller, Visitor } from '#core/identity/caller.ts';
import type { EndedTurnStore } from '#core/jobs/ended-turns.ts';
import type { WebhookServices } from '#core/operations/client/webhooks.ts';
import type { PasswordLinks } from '#core/sign-in/password-links.ts';
import type { LoginSessionWriter } from '#core/sign-in/sign-in-store.ts';
import type { ThrottleStore } from '#core/sign-in/throttle.ts';
import type { TenantUsageStore } from '#core/usage/tenant-usage-store.ts';
import type { SendWebhook } from '#core/webhooks/webhook-courier.ts';
import type { Hosts } from '../../hosts/hosts.ts';
import type { LauncherBuild } from '../../pages/launcher-build.ts';

/** The services behind the operations of the account page. */
export interface AccountServices extends WebhookServices {
  readonly hosts: Hosts;
  readonly administration: Administration;
  readonly users: HostedUserStore;
  readonly endedTurns: EndedTurnStore;
  readonly brands: BrandManager;
  readonly sessions: LoginSessionWriter;
  readonly tenantUsage: TenantUsageStore;
  readonly passwordLinks: PasswordLinks;
  readonly throttle: ThrottleStore;
  readonly launcher: LauncherBuild;
  /** One request to an address that a partner names, if it is a public one. */
  readonly sendToPartner: SendWebhook;
}

/** The administrator who sent the request; the route admits no other caller. */
export function administratorOf(caller: Caller): Visitor {
  if (caller.kind !== 'hosted' || !caller.admin) throw errors.adminRequired();
  return caller;
}

export function actorOf(caller: Caller): AdministratorAuthor {
  const { userId: id, client, sessionId } = administratorOf(caller);
  return { kind: 'hosted-user', id, clientId: client.id, sessionId };
}
