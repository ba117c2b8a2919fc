import type { UserManager } from '../administration/manage-users.ts';
import { normalizeEmail } from '../clients/email.ts';
import { presentUser } from '../sign-in/password-links.ts';
import { type OperationCall, parameter, shellOperation } from './operation.ts';

interface Services {
  readonly users: UserManager;
}

/** People who sign in at a tenant, as only the command line manages them. */
export const userCommandOperations = {
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
