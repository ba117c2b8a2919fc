import { type Static, Type } from 'typebox';
import { perDimension } from '../quota.ts';
import { Nullable, open } from '../resources.ts';
import { Cost } from './cost.ts';

const Tokens = (description: string) => Nullable(Type.Integer({ minimum: 0 }), description);
const ofInput = 'Of the input; null where no provider tells it apart.';

/** Calls to models and their tokens, as providers count them. */
export const callFigures = {
  calls: Nullable(
    Type.Integer({ minimum: 0 }),
    'Calls to models that began on the day: answers, repeats, fallbacks and titles; null for one end user.',
  ),
  calls_without_tokens: Nullable(
    Type.Integer({ minimum: 0 }),
    'Of the calls, those whose input or output no provider has counted.',
  ),
  input_tokens: Tokens('Everything that models read, from a cache or not; null where nothing was counted.'),
  cache_read_tokens: Tokens(ofInput),
  cache_write_tokens: Tokens(ofInput),
  output_tokens: Tokens('Everything that models wrote; null where nothing was counted.'),
};

export const UsageOfDay = Type.Object(
  {
    day: Type.String({ format: 'date' }),
    external_user_id: Nullable(Type.String({ description: 'null: all users of the client.' })),
    ...perDimension(() => Type.Integer()),
    ...callFigures,
    cost: Type.Optional(Cost),
  },
  open,
);
export const UsageDays = Type.Object(
  {
    ok: Type.Literal(true),
    object: Type.Literal('list'),
    data: Type.Array(UsageOfDay, { description: 'Newest first, without days of no use.' }),
    has_more: Type.Boolean({
      description: 'There are older days with usage: ask again up to the last one here.',
    }),
  },
  open,
);
export type UsageOfDay = Static<typeof UsageOfDay>;
export type UsageDays = Static<typeof UsageDays>;
