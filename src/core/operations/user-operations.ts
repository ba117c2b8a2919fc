import type { UserDataManager } from '../administration/manage-user-data.ts';
import type { UserManager } from '../administration/manage-users.ts';
import { normalizeEmail } from '../clients/email.ts';
import { hostedUserIdentity, parseHostedUserIdentity, presentHostedUser } from '../clients/hosted-user.ts';
import { errors } from '../errors.ts';
import { presentPage } from '../shared/list-page.ts';
import type { PasswordLinks } from '../sign-in/password-links.ts';
import { presentSentLink, presentUser } from '../sign-in/present-sent-link.ts';
import { type OperationCall, operation, parameter, shellOperation } from './operation.ts';
import { patienceOf, requireFresh } from './principal.ts';

interface Services {
  readonly users: UserManager;
}

interface LinkServices extends Services {
  readonly passwordLinks: PasswordLinks;
}

interface DeletionServices {
  readonly userData: UserDataManager;
}

type Params = Readonly<Record<string, string>>;

export const userOperations = {
  listUsers: operation('listUsers', async ({ users }: Services, { params, query }) => ({
    body: presentPage(await users.list(parameter(params, 'slug'), query, query.q), presentHostedUser),
  })),
  createUser: operation('createUser', async (services: LinkServices, { by, params, body }) => {
    const slug = parameter(params, 'slug');
    const { email, admin = false, password } = body;
    const answer =
      password === undefined
        ? presentSentLink(
            await services.passwordLinks.invite(
              by.actor,
              slug,
              { email, admin, invitedLanguage: null },
              true,
            ),
          )
        : presentUser((await services.users.create(by.actor, slug, { email, admin, password })).user);
    return { body: answer, location: `/clients/${slug}/users/${answer.user.id}` };
  }),
  updateUser: operation('updateUser', async ({ users }: Services, { by, params, body }) => {
    // An administrator of a tenant makes secrets there.
    if (body.admin === true) requireFresh(by);
    return {
      body: presentUser(await users.update(by.actor, parameter(params, 'slug'), userKey(params), body)),
    };
  }),
  resetPassword: operation('resetPassword', async ({ passwordLinks }: LinkServices, { by, params }) => ({
    body: presentSentLink(await passwordLinks.reset(by.actor, parameter(params, 'slug'), userKey(params))),
  })),
  deleteUser: operation('deleteUser', async ({ userData }: DeletionServices, { by, params }) => {
    const slug = parameter(params, 'slug');
    const id = parseHostedUserIdentity(parameter(params, 'id'));
    if (id === null) throw errors.userNotFound();
    await userData.deleteUser(by.actor, slug, id, patienceOf(by));
    return { body: { ok: true, id: hostedUserIdentity(id), deleted: true } } as const;
  }),
  /** Only the machine's own command line shows a first password. */
  createUserWithPassword: shellOperation(
    'createUserWithPassword',
    async ({ users }: Services, { by, params, body }: ShellCall<NewUser>) => {
      const { user, password } = await users.create(by.actor, parameter(params, 'slug'), body);
      return { body: { ...presentUser(user), password } };
    },
  ),
  disableUser: shellOperation('disableUser', (services: Services, call: ShellCall<undefined>) =>
    change('disable', services, call),
  ),
  enableUser: shellOperation('enableUser', (services: Services, call: ShellCall<undefined>) =>
    change('enable', services, call),
  ),
};

type ShellCall<Body> = OperationCall<object, Body>;

interface NewUser {
  readonly email: string;
  readonly admin: boolean;
  readonly password?: string;
}

/** The command line names people by their email address. */
async function change(
  verb: 'disable' | 'enable',
  { users }: Services,
  { by, params }: Pick<OperationCall, 'by' | 'params'>,
) {
  const key = { email: normalizeEmail(parameter(params, 'email')) };
  return { body: presentUser(await users[verb](by.actor, parameter(params, 'slug'), key)) };
}

/** A malformed id matches no user. */
function userKey(params: Params): { readonly id: string } {
  const id = parseHostedUserIdentity(parameter(params, 'id'));
  if (id === null) throw errors.userNotFound();
  return { id };
}
