import type { Overview } from '#contract/console/screens.ts';
import { Figures } from '../components/figures.tsx';
import { compact, count, measured, percent, since } from '../components/format.ts';
import { now } from '../state/clock.ts';
import { overviewWords as text } from './overview-words.ts';

export function TodayFigures({ overview }: { readonly overview: Overview }) {
  const { today, yesterday, lanes, processes, first_text: firstText } = overview;
  const queued = lanes.reduce((sum, lane) => sum + lane.queued, 0);
  const oldest = lanes
    .map(({ oldest_at: at }) => at)
    .filter((at) => at !== null)
    .sort()[0];
  const failedShare = today.turns === 0 ? 0 : today.failed / today.turns;
  return (
    <Figures
      label={text.today}
      figures={[
        { name: text.turns, value: count(today.turns), note: text.yesterday(count(yesterday.turns)) },
        {
          name: text.failed,
          value: count(today.failed),
          note: text.failedShare(percent(today.failed, today.turns)),
          tone: failedShare > 0.05 ? 'danger' : 'plain',
        },
        {
          name: text.tokens,
          value: compact(today.input_tokens + today.output_tokens),
          note: text.tokensSplit(compact(today.input_tokens), compact(today.output_tokens)),
        },
        {
          name: text.firstText,
          value: measured(firstText.p95_ms),
          note: text.median(measured(firstText.p50_ms)),
        },
        { name: text.partners, value: count(overview.clients.active_today) },
        {
          name: text.queued,
          value: count(queued),
          note: oldest === undefined ? text.nothingWaits : text.oldest(since(oldest, now.value)),
          tone: oldest !== undefined && now.value - Date.parse(oldest) > 120_000 ? 'warning' : 'plain',
        },
        { name: text.running, value: count(overview.running) },
        {
          name: text.processes,
          value: count(processes.live),
          note: processes.workers === 0 ? text.noWorkers : text.workers(processes.workers),
          tone: processes.workers === 0 ? 'danger' : 'plain',
        },
      ]}
    />
  );
}
