import type { UserDataLine } from '#contract/people.ts';
import { operatorPeopleOperations as people } from '#core/operations/client/people.ts';
import { withParams } from '../ask.ts';
import type { Command, Input } from '../command.ts';

const parameters = ['client', 'external_user_id'];

/** What the law asks of an operator: to show and to erase what is stored about one end user. */
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
];

const continues =
  'an answer is still running: the service finishes the erasure when it has ended, and the user stays blocked until then';

function callOf(input: Input) {
  const externalUserId = input.parameter('external_user_id');
  return { ...withParams({ slug: input.parameter('client') }), query: { external_user_id: externalUserId } };
}
