import { operatorRoles } from '#contract/console/roles.ts';
import type { OperatorLink, OperatorResource } from '#contract/console/session.ts';
import { operatorOperations as operations } from '#core/operations/operator-operations.ts';
import { withParams } from '../ask.ts';
import type { Command, Outcome } from '../command.ts';
import { omitUndefined, oneOf } from '../option-values.ts';
import { describe, shown, table } from '../table.ts';
import { unchangedNotice } from '../unchanged.ts';

/** The operators of the console. */
export const operatorCommands: readonly Command[] = [
  {
    name: 'operator list',
    parameters: [],
    options: {},
    summary: 'List the people who sign in at the console',
    operation: 'listOperators',
    run: (_input, { administer }) =>
      administer(async (ask) => listOutcome((await ask(operations.listOperators, withParams({}))).data)),
  },
  {
    name: 'operator link',
    parameters: [],
    optional: ['email'],
    options: { role: operatorRoles.join('|') },
    summary:
      'Print a link to the console that works once within a day: for the first owner, or with an email for ' +
      'a new operator (--role) or a known one who has to get back in',
    operation: 'linkOperator',
    run: (input, { administer }) => {
      const email = input.optional('email');
      const chosen = omitUndefined({ role: oneOf(input, 'role', operatorRoles) });
      return administer(async (ask) =>
        linkOutcome(
          email === undefined
            ? await ask(operations.linkFirstOwner, { ...withParams({}), body: chosen })
            : await ask(operations.linkOperator, { ...withParams({}), body: { email, ...chosen } }),
        ),
      );
    },
  },
  {
    name: 'operator disable',
    parameters: ['email'],
    options: {},
    summary: 'Disable an operator; a new link lets them in again',
    operation: 'disableOperator',
    run: (input, { administer }) => {
      const call = withParams({ email: input.parameter('email') });
      return administer(async (ask) => {
        const { data } = await ask(operations.listOperators, withParams({}));
        const changed = await ask(operations.disableOperator, call);
        const was = data.find(({ id }) => id === changed.operator.id);
        const notices = unchangedNotice(changed.operator.email, was, changed.operator);
        return { json: changed, text: describe(changed.operator), notices };
      });
    },
  },
];

function linkOutcome(link: OperatorLink): Outcome {
  const whom = link.email ?? 'the first owner';
  return {
    json: link,
    text: `Link for ${whom}, shown only once, until ${link.expires_at}:\n${link.link}`,
  };
}

function listOutcome(operators: readonly OperatorResource[]): Outcome {
  const rows = operators.map((operator) => [
    operator.email,
    operator.id,
    operator.role,
    shown(operator.enabled),
    shown(operator.passkeys),
    shown(operator.last_seen_at),
  ]);
  return {
    json: { ok: true, object: 'list', data: operators },
    text: table([['EMAIL', 'ID', 'ROLE', 'ENABLED', 'PASSKEYS', 'LAST SEEN'], ...rows]),
  };
}
