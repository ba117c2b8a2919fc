import { type Static, Type } from 'typebox';
import { open, page } from '../resources.ts';
import { Cost } from './cost.ts';
import { callFigures } from './usage-days.ts';

const used = { ...callFigures, cost: Cost };

/** What was used in a month, by client. */
export const UsageMonth = Type.Object(
  {
    ok: Type.Literal(true),
    object: Type.Literal('list'),
    month: Type.String({ description: 'YYYY-MM' }),
    total: Type.Object(used, { ...open, description: 'Of all pages together.' }),
    data: Type.Array(Type.Object({ client: Type.String(), name: Type.String(), ...used }, open), {
      description: 'Clients that called a model in this month, the most calls first.',
    }),
    ...page,
  },
  open,
);
export type UsageMonth = Static<typeof UsageMonth>;

/** The columns of the export of a month, in their order. */
export const exportColumns = [
  ...[
    'row',
    'client',
    'day',
    'agent',
    'provider',
    'model',
    'kind',
    'outcome',
    'calls',
    'requests',
    'priority',
  ],
  ...[
    'deep_dive',
    'input_tokens',
    'cache_read_tokens',
    'cache_write_tokens',
    'output_tokens',
    'cost',
    'currency',
  ],
] as const;
