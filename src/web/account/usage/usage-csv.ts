import type { TenantUsage } from '#contract/hosted.ts';
import { csv } from '#contract/csv.ts';
import { dimensions } from './dimension.ts';

export function daysCsv({ days }: TenantUsage): string {
  return csv([
    ['day', ...dimensions],
    ...days.map((row) => [row.day, ...dimensions.map((name) => row[name])]),
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
