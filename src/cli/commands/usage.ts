import { quotaDimensions } from '#contract/quota.ts';
import { isDay, readUsageOfDay } from '#core/usage/report-usage.ts';
import { type Command, UsageError } from '../command.ts';
import { table } from '../table.ts';

/** Shows what a client, or one of its users, used on a day. */
export const usageCommand: Command = {
  name: 'usage',
  parameters: ['slug'],
  options: { user: 'ID', day: 'YYYY-MM-DD' },
  summary: 'Usage of a client, or of one of its users; today by default',
  run: (input, { administer }) => {
    const user = input.option('user') ?? null;
    const day = input.option('day') ?? null;
    if (user === '') throw new UsageError('--user must not be empty');
    if (day !== null && !isDay(day)) throw new UsageError('--day must be a day as YYYY-MM-DD');
    return administer(async ({ clients, reports }) => {
      const client = await clients.find(input.parameter('slug'));
      const found = await readUsageOfDay(reports, client, user, day);
      const whose = user === null ? {} : { external_user_id: user };
      return {
        json: { ok: true, client: client.slug, ...whose, day: found.day, usage: found.usage },
        text: table([
          [found.day, 'USED'],
          ...quotaDimensions.map((dimension) => {
            const { label } = found.usage[dimension];
            const isOff = dimension === 'deep_dive' && !client.deepDiveEnabled;
            return [dimension.replaceAll('_', ' '), isOff ? `${label} (off)` : label];
          }),
        ]),
      };
    });
  },
};
