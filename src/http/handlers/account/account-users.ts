import type { accountEndpoints } from '#contract/endpoints/account-endpoints.ts';
import type { HostedUserStore } from '#core/clients/hosted-user.ts';
import type { AdministratorServices } from '#core/operations/client/own-client-operations.ts';
import { presentSentLink } from '#core/sign-in/password-links.ts';
import { readPageUser } from '../../pages/chat-data.ts';
import { languageFor } from '../../pages/request-language.ts';
import type { Handler } from '../../routing/call.ts';
import { actorOf, administratorOf } from '../../session/administrator.ts';

export function inviteUser({
  passwordLinks,
  hostedUsers,
}: AccountServices): Handler<(typeof accountEndpoints)['inviteUser']> {
  return async ({ caller, body, request }) => {
    const { email, admin = false, send_mail: mayMail = true } = body;
    const { language } = await readPageUser(hostedUsers, administratorOf(caller));
    const wanted = { email, admin, invitedLanguage: languageFor(request, [language]) };
    const sent = await passwordLinks.invite(actorOf(caller), caller.client.slug, wanted, mayMail);
    return { status: 201, body: presentSentLink(sent) };
  };
}

/** The services behind the operations of the account page. */
export interface AccountServices extends AdministratorServices {
  readonly hostedUsers: HostedUserStore;
}
