import { type Static, Type } from 'typebox';
import { strict } from '../chat.ts';
import { Nullable, open, page } from '../resources.ts';

const absent = 'null: the price of `input`.';
const model = Type.String({ description: '`<provider>/<model>`' });
const from_day = Type.String({ format: 'date', description: 'The first UTC day of the price.' });
const currency = Type.String({ description: 'ISO 4217, such as USD. The same for all prices.' });
const Money = Type.String({ description: 'Money for a million tokens, as a decimal such as `1.25`.' });

/** What a model costs from a day on. */
export const ModelPrice = Type.Object(
  {
    model,
    from_day,
    currency,
    input: Money,
    cache_read: Nullable(Money, absent),
    cache_write: Nullable(Money, absent),
    output: Money,
  },
  open,
);
export type ModelPrice = Static<typeof ModelPrice>;

export const PriceSetting = Type.Object(
  {
    model,
    from_day: Type.String({ description: 'The first UTC day of the price, YYYY-MM-DD.' }),
    currency: Type.Optional(
      Type.String({ description: 'ISO 4217, such as USD. Required with the first price only.' }),
    ),
    input: Money,
    cache_read: Type.Optional(Nullable(Money, absent)),
    cache_write: Type.Optional(Nullable(Money, absent)),
    output: Money,
    amend: Type.Optional(
      Type.Boolean({ description: 'Changes the price of days that have begun. Needs `reason`.' }),
    ),
    reason: Type.Optional(Type.String({ description: '1 to 100 characters, for the audit log.' })),
  },
  strict,
);
export type PriceSetting = Static<typeof PriceSetting>;

export const PriceAnswer = Type.Object({ ok: Type.Literal(true), price: ModelPrice }, open);

export const PriceList = Type.Object(
  {
    ok: Type.Literal(true),
    object: Type.Literal('list'),
    data: Type.Array(ModelPrice, { description: 'By model, and of each model the newest first.' }),
    ...page,
  },
  open,
);
export type PriceList = Static<typeof PriceList>;
