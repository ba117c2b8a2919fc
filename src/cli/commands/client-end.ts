import { limits } from '#contract/limits.ts';
import { clientOperations } from '#core/operations/client-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, UsageError } from '../command.ts';
import { parseNumberOrNone } from '../option-values.ts';
import { changeOutcome } from './client.ts';

/** The retention of a client's conversations, and the deletion of the client. */
export const clientEndCommands: readonly Command[] = [
  {
    name: 'client retention',
    parameters: ['slug', 'days|none'],
    options: {},
    summary: 'Delete conversations untouched for a number of days',
    operation: 'updateClient',
    run: (input, { administer }) => {
      const days = parseNumberOrNone(input.parameter('days|none'), '<days>', 1, limits.retentionDays);
      const call = { ...withParams({ slug: input.parameter('slug') }), body: { retention_days: days } };
      return administer((ask) => changeOutcome(ask, call, () => ask(clientOperations.updateClient, call)));
    },
  },
  {
    name: 'client delete',
    parameters: ['slug'],
    options: { yes: null },
    summary: 'Delete a revoked client with everything that belongs to it; it cannot be undone',
    operation: 'deleteClient',
    run: (input, { administer }) => {
      const slug = input.parameter('slug');
      if (!input.flag('yes'))
        throw new UsageError(`deleting ${slug} cannot be undone: confirm it with --yes`);
      return administer(async (ask) => {
        const answer = await ask(clientOperations.deleteClient, withParams({ slug }));
        return { json: answer, text: `${slug} is deleted; its rows are removed in the background` };
      });
    },
  },
];
