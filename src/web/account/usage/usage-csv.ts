import type { TenantUsage } from '#contract/hosted.ts';
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

function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Spreadsheets execute cells that begin like a formula, and partners choose the names of their users. */
function cell(value: string | number): string {
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
