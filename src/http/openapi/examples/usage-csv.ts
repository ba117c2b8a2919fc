import { csv } from '#contract/shared/csv.ts';
import { exportColumns } from '#contract/usage/usage-month.ts';
import { calls, cost } from './values.ts';

const { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens } = calls;
const tokens = [input_tokens, cache_read_tokens, cache_write_tokens, output_tokens];
const ofDay = ['acme', '2026-11-20'];

/** The export of a month as it is sent. */
export function usageCsvExample(): string {
  return csv([
    exportColumns,
    [
      ...['calls', ...ofDay, 'assistant', 'openai', 'gpt-5', 'answer', 'completed'],
      ...[418, '', '', '', ...tokens, cost.amount ?? '', cost.currency ?? ''],
    ],
    ['turns', ...ofDay, '', '', '', '', '', '', 412, 9, 14, '', '', '', '', '', ''],
  ]);
}
