import type { Figures } from '#contract/console/screens.ts';
import type { Cost } from '#contract/usage/cost.ts';
import { costWords } from '../components/cost-words.ts';
import type { Column } from '../components/data-table.tsx';
import { compact, count, duration } from '../components/format.ts';
import { words } from '../text/words.ts';
import { usageWords as text } from './usage-words.ts';

function known(tokens: number | null): string {
  return tokens === null ? words.unknown : compact(tokens);
}

/** The columns that every table of usage ends with. */
export const figureColumns: readonly Column<Figures & { readonly cost: Cost }>[] = [
  { name: text.measures.failed, number: true, show: ({ failed }) => count(failed) },
  { name: text.cancelled, number: true, spare: true, show: ({ cancelled }) => count(cancelled) },
  { name: text.refunded, number: true, spare: true, show: ({ refunded }) => count(refunded) },
  { name: text.input, number: true, show: ({ input_tokens: tokens }) => compact(tokens) },
  { name: text.cacheRead, number: true, spare: true, show: ({ cache_read_tokens: tokens }) => known(tokens) },
  {
    name: text.cacheWrite,
    number: true,
    spare: true,
    show: ({ cache_write_tokens: tokens }) => known(tokens),
  },
  { name: text.output, number: true, show: ({ output_tokens: tokens }) => compact(tokens) },
  { name: text.cost, number: true, show: ({ cost }) => costWords(cost) },
  { name: text.calls, number: true, spare: true, show: ({ calls }) => count(calls) },
  {
    name: text.callsWithoutTokens,
    number: true,
    spare: true,
    show: ({ calls_without_tokens: calls }) => count(calls),
  },
  {
    name: text.firstText,
    number: true,
    spare: true,
    show: ({ first_text_ms: ms }) => (ms === null ? words.unknown : duration(ms)),
  },
];
