import type { UserDataLine } from '#contract/people/people.ts';
import { operatorPeopleOperations as people } from '#core/operations/client/people.ts';
import { findOperations } from '#core/operations/find-operations.ts';
import { withParams } from '../ask.ts';
import type { Command, Input } from '../command.ts';
import { table } from '../table.ts';

const parameters = ['client', 'external_user_id'];

/** What the law and vendors ask of an operator: to show, to erase and to find one end user. */
export const userDataCommands: readonly Command[] = [
  {
    name: 'user-data export',
    parameters,
    options: {},
    summary: 'Print everything that is stored about an end user, as JSON lines',
    operation: 'exportUserData',
    run: (input, { administer }) =>
      administer(async (ask) => {
        const data: UserDataLine[] = [];
        for await (const line of await ask(people.exportUserData, callOf(input))) data.push(line);
        return { json: { ok: true, data }, text: data.map((line) => JSON.stringify(line)).join('\n') };
      }),
  },
  {
    name: 'user-data erase',
    parameters,
    options: {},
    summary: 'Erase everything that is stored about an end user; it cannot be undone',
    operation: 'eraseUserData',
    run: (input, { administer }) =>
      administer(async (ask) => {
        const answer = await ask(people.eraseUserData, callOf(input));
        const notices = answer.status === 'erased' ? [] : [continues];
        return { json: answer, text: answer.status, notices };
      }),
  },
  {
    name: 'user-data whois',
    parameters: ['identifier'],
    options: {},
    summary: 'Show which end user of the last 30 days a provider means by a safety identifier',
    operation: 'identifyUser',
    run: (input, { administer }) =>
      administer(async (ask, { consoleUrl }) => {
        const query = { identifier: input.parameter('identifier') };
        const user = await ask(findOperations.identifyUser, { ...withParams({}), query });
        const text = table([
          ['CLIENT', 'USER', 'PROVIDER', 'LAST DAY'],
          [user.client, user.external_user_id, user.provider, user.day],
        ]);
        const page = `${consoleUrl}/partners/${user.client}?tab=users`;
        return { json: user, text, notices: [`to block this user: ${page}, or PUT /v1/blocked-users`] };
      }),
  },
];

const continues =
  'an answer is still running: the service finishes the erasure when it has ended, and the user stays blocked until then';

function callOf(input: Input) {
  const externalUserId = input.parameter('external_user_id');
  return { ...withParams({ slug: input.parameter('client') }), query: { external_user_id: externalUserId } };
}
