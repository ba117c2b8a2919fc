import type { ModelPrice, PriceSetting } from '#contract/usage/prices.ts';
import { priceOperations as operations } from '#core/operations/price-operations.ts';
import { withParams } from '../ask.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { everyRow } from '../every-row.ts';
import { omitUndefined } from '../option-values.ts';
import { describe, table } from '../table.ts';

export const priceCommands: readonly Command[] = [
  {
    name: 'price list',
    parameters: [],
    options: {},
    summary: 'What models cost, in money for a million tokens',
    operation: 'listPrices',
    run: (_input, { administer }) =>
      administer(async (ask) => {
        const prices = await everyRow((query) => ask(operations.listPrices, { ...withParams({}), query }));
        const heading = ['MODEL', 'FROM', 'INPUT', 'CACHE READ', 'CACHE WRITE', 'OUTPUT', 'CURRENCY'];
        return {
          json: { ok: true, object: 'list', data: prices },
          text: table([heading, ...prices.map(row)]),
        };
      }),
  },
  {
    name: 'price set',
    parameters: ['model'],
    options: {
      from: 'YYYY-MM-DD',
      input: 'N',
      output: 'N',
      'cache-read': 'N',
      'cache-write': 'N',
      currency: 'CODE',
      amend: null,
      reason: 'TEXT',
    },
    summary:
      'Set what a million tokens of <provider>/<model> cost from a UTC day on; needs --from, --input, --output and, for the first price, --currency; --amend with --reason changes days that have begun',
    operation: 'setPrice',
    run: (input, { administer, noticesOfPrice }) => {
      const body = readSetting(input);
      return administer(async (ask) => {
        const set = await ask(operations.setPrice, { ...withParams({}), body });
        return { json: set, text: describe(set.price), notices: await noticesOfPrice(set.price.model) };
      });
    },
  },
];

function readSetting(input: Input): PriceSetting {
  const required = (name: string) => {
    const value = input.option(name);
    if (value === undefined) throw new UsageError(`price set needs --${name}`);
    return value;
  };
  return omitUndefined({
    model: input.parameter('model'),
    from_day: required('from'),
    input: required('input'),
    output: required('output'),
    cache_read: input.option('cache-read'),
    cache_write: input.option('cache-write'),
    currency: input.option('currency'),
    amend: input.flag('amend') ? true : undefined,
    reason: input.option('reason'),
  });
}

function row(price: ModelPrice): string[] {
  const { model, from_day, input, cache_read, cache_write, output, currency } = price;
  return [model, from_day, input, cache_read ?? input, cache_write ?? input, output, currency];
}
