import type { UsageSeries } from '#contract/console/screens.ts';
import { csv } from '#contract/shared/csv.ts';

const columns = [
  'turns',
  'failed',
  'cancelled',
  'refunded',
  'input_tokens',
  'output_tokens',
  'first_text_ms',
  'calls',
  'calls_without_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
] as const;

/** The rows of the answer, with the names of its members as header. */
export function seriesCsv({ by, data }: UsageSeries): string {
  return csv([
    ['day', ...(by === 'day' ? [] : [by]), ...columns, 'cost', 'currency', 'cost_complete'],
    ...data.map((row) => [
      row.day,
      ...(by === 'day' ? [] : [row.key ?? '']),
      ...columns.map((name) => row[name] ?? ''),
      row.cost.amount ?? '',
      row.cost.currency ?? '',
      String(row.cost.complete),
    ]),
  ]);
}
