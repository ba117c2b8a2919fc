import { quotaDimensions } from '#contract/quota.ts';
import { clientOperations } from '#core/operations/client-operations.ts';
import { reportOperations } from '#core/operations/report-operations.ts';
import { isDay } from '#core/usage/report-usage.ts';
import { withParams } from '../ask.ts';
import { type Command, UsageError } from '../command.ts';
import { table } from '../table.ts';

/** Shows what a client, or one of its users, used on a day. */
export const usageCommand: Command = {
  name: 'usage',
  parameters: ['slug'],
  options: { user: 'ID', day: 'YYYY-MM-DD' },
  summary: 'Usage of a client, or of one of its users; today by default',
  operation: 'readUsageOfDay',
  run: (input, { administer }) => {
    const user = input.option('user') ?? null;
    const day = input.option('day') ?? null;
    if (user === '') throw new UsageError('--user must not be empty');
    if (day !== null && !isDay(day)) throw new UsageError('--day must be a day as YYYY-MM-DD');
    return administer(async (ask) => {
      const call = withParams({ slug: input.parameter('slug') });
      const { client } = await ask(clientOperations.getClient, call);
      const found = await ask(reportOperations.readUsageOfDay, { ...call, body: { user, day } });
      return {
        json: found,
        text: table([
          [found.day, 'USED'],
          ...quotaDimensions.map((dimension) => {
            const { label } = found.usage[dimension];
            const isOff = dimension === 'deep_dive' && !client.deep_dive_enabled;
            return [dimension.replaceAll('_', ' '), isOff ? `${label} (off)` : label];
          }),
        ]),
      };
    });
  },
};
