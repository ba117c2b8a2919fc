import type { TenantUsage } from '#contract/hosted.ts';
import { csv } from '#contract/shared/csv.ts';
import { dimensions } from './dimension.ts';

const tokens = ['input_tokens', 'cache_read_tokens', 'cache_write_tokens', 'output_tokens'] as const;

/** Costs stand in the file where the operator shows them; what is not known is empty. */
export function daysCsv({ days }: TenantUsage): string {
  const showsCost = days.some(({ cost }) => cost !== undefined);
  return csv([
    ['day', ...dimensions, ...tokens, ...(showsCost ? ['cost', 'currency', 'cost_complete'] : [])],
    ...days.map((row) => [
      row.day,
      ...dimensions.map((name) => row[name]),
      ...tokens.map((name) => row[name] ?? ''),
      ...(row.cost ? [row.cost.amount ?? '', row.cost.currency ?? '', String(row.cost.complete)] : []),
    ]),
  ]);
}

export function usersCsv({ users }: TenantUsage): string {
  const header = [
    'user',
    'email',
    ...dimensions.map((name) => `${name}_today`),
    ...dimensions.map((name) => `${name}_30_days`),
  ];
  const rows = users.map(({ external_user_id: id, email, today, month }) => [
    id,
    email ?? '',
    ...dimensions.map((name) => today[name]),
    ...dimensions.map((name) => month[name]),
  ]);
  return csv([header, ...rows]);
}
