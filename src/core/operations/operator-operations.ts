import type { OperatorRole } from '#contract/console/roles.ts';
import type { OperatorLink } from '#contract/console/session.ts';
import { normalizeEmail } from '../clients/email.ts';
import { errors } from '../errors.ts';
import type { IssuedLink, OperatorManager } from '../operators/manage-operators.ts';
import { type Operator, parseOperatorIdentity, presentOperator } from '../operators/operator.ts';
import { type OperationCall, operation, parameter, shellOperation } from './operation.ts';

interface Services {
  readonly operators: OperatorManager;
  readonly consoleUrl: string;
}

const list = { ok: true, object: 'list' } as const;

export const operatorOperations = {
  listOperators: operation('listOperators', async ({ operators }: Services) => ({
    body: { ...list, data: (await operators.list()).map(presentOperator) },
  })),
  linkOperator: operation('linkOperator', async (services: Services, { by, body }) => ({
    body: presentLink(services, await services.operators.issueLink(by.actor, body.email, body.role)),
  })),
  /** Only the machine's own command line makes the link of the first owner. */
  linkFirstOwner: shellOperation(
    'linkFirstOwner',
    async (services: Services, { by, body }: OperationCall<object, { readonly role?: OperatorRole }>) => ({
      body: presentLink(services, await services.operators.issueLink(by.actor, null, body.role)),
    }),
  ),
  updateOperator: operation('updateOperator', async ({ operators }: Services, { by, params, body }) => {
    const id = parseOperatorIdentity(parameter(params, 'id'));
    if (id === null) throw errors.operatorNotFound();
    return { body: presentChanged(await operators.update(by.actor, { id }, body)) };
  }),
  disableOperator: shellOperation(
    'disableOperator',
    async ({ operators }: Services, { by, params }: OperationCall<object, undefined>) => {
      const key = { email: normalizeEmail(parameter(params, 'email')) };
      return { body: presentChanged(await operators.update(by.actor, key, { enabled: false })) };
    },
  ),
};

/** What follows `#` never reaches a server, so no proxy logs it. */
function presentLink({ consoleUrl }: Services, { code, expiresAt, email, role }: IssuedLink): OperatorLink {
  const link = `${consoleUrl}/enrol#${code}`;
  return { ok: true, link, expires_at: expiresAt.toISOString(), email, role };
}

function presentChanged(operator: Operator) {
  return { ok: true, operator: presentOperator(operator) } as const;
}
