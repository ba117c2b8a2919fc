import type { UserDataErasure } from '#contract/people.ts';
import type { ClientDeletion } from '../administration/delete-client.ts';
import type { UserDataManager } from '../administration/manage-user-data.ts';
import { hostedUserIdentity, parseHostedUserIdentity } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { checkAnyUserId } from '../identity/external-user-id.ts';
import { type OperationCall, operation, parameter, shellOperation } from './operation.ts';

interface Services {
  readonly userData: UserDataManager;
}

interface DeletionServices {
  readonly clientDeletion: ClientDeletion;
}

/** How long a request waits for the end of an erasure, and a command, for which it is no trouble. */
const patienceMs = { request: 2_000, shell: 20_000 };

/** What ends: clients, people who sign in, and what is stored about an end user. */
export const peopleOperations = {
  deleteClient: operation('deleteClient', async ({ clientDeletion }: DeletionServices, { by, params }) => {
    const slug = parameter(params, 'slug');
    await clientDeletion.delete(by.actor, slug, by.way === 'shell' ? patienceMs.shell : patienceMs.request);
    return { body: { ok: true, slug, deleted: true } } as const;
  }),
  deleteUser: operation('deleteUser', async ({ userData }: Services, { by, params }) => {
    const slug = parameter(params, 'slug');
    const id = parseHostedUserIdentity(parameter(params, 'id'));
    if (id === null) throw errors.userNotFound();
    await userData.deleteUser(by.actor, slug, id, patienceMs.request);
    return { body: { ok: true, id: hostedUserIdentity(id), deleted: true } } as const;
  }),
  exportUserData: shellOperation('exportUserData', async ({ userData }: Services, call: PersonCall) => ({
    body: await userData.export(parameter(call.params, 'slug'), personIn(call)),
  })),
  eraseUserData: shellOperation('eraseUserData', async ({ userData }: Services, call: PersonCall) => {
    const [slug, userId] = [parameter(call.params, 'slug'), personIn(call)];
    const status = await userData.erase(call.by.actor, slug, userId, patienceMs.shell);
    const body: UserDataErasure = { ok: true, external_user_id: userId, status };
    return { body };
  }),
};

type PersonCall = OperationCall<object, { readonly externalUserId: string }>;

/** As the partner names the person, or `hu:<uuid>` for one who signs in. */
function personIn({ body }: PersonCall): string {
  return checkAnyUserId(body.externalUserId, 'external_user_id');
}
