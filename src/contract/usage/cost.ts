import { type Static, Type } from 'typebox';

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** What was used, in money. */
export const Cost = Type.Object({
  amount: orNull(
    'A decimal such as `41.20`, not rounded; a lower bound unless `complete`. null: nothing of it has a price.',
  ),
  currency: orNull('ISO 4217, such as USD. null: no price is set.'),
  complete: Type.Boolean({ description: 'Every call has a price, and its provider has counted tokens.' }),
  unpriced: Type.Array(Type.String(), {
    description: 'Models that were called and had no price on that day, as `<provider>/<model>`.',
  }),
  calls_without_tokens: Type.Integer({
    minimum: 0,
    description: 'Calls of which no provider has counted the input or the output.',
  }),
});
export type Cost = Static<typeof Cost>;
