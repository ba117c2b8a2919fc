import type { HostedUserStore } from '#core/clients/hosted-user.ts';
import type { AdministratorServices } from '#core/operations/client/own-client-operations.ts';

/** The services behind the operations of the account page. */
export interface AccountServices extends AdministratorServices {
  readonly hostedUsers: HostedUserStore;
}
