import type { Figures } from '#contract/console/screens.ts';
import type { SeriesRow } from '../numbers/stored-numbers.ts';
import { presentCalls, sumCalls } from '../usage/call-figures.ts';

type Summed = Omit<SeriesRow, 'day' | 'group'>;

/** Ended turns of several rows, added up. A job that expired was refunded and counts as failed. */
export function figuresOf(rows: readonly Summed[]): Figures {
  const sum = (of: (row: Summed) => number) => rows.reduce((total, row) => total + of(row), 0);
  const calls = sumCalls(rows);
  const firstTexts = sum((row) => row.firstTexts);
  const waited = sum((row) => row.firstTexts * (row.firstTextMs ?? 0));
  return {
    turns: sum((row) => row.turns),
    failed: sum((row) => row.failed + row.expired),
    cancelled: sum((row) => row.cancelled),
    refunded: sum((row) => row.refunded),
    ...presentCalls(calls),
    calls: calls.calls,
    calls_without_tokens: calls.callsWithoutTokens,
    input_tokens: calls.inputTokens ?? 0,
    output_tokens: calls.outputTokens ?? 0,
    first_text_ms: firstTexts === 0 ? null : Math.round(waited / firstTexts),
  };
}
