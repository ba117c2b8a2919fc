import type { Queue } from '#contract/console/live.ts';
import { type Figure, Figures } from '../components/figures.tsx';
import { count, since } from '../components/format.ts';
import { now } from '../state/clock.ts';
import { liveWords as text } from './live-words.ts';

/** A job that has waited this long should have been claimed. */
const longWaitMs = 120_000;

export function QueueFigures({ queue: { lanes, running, processes } }: { readonly queue: Queue }) {
  const live = processes.filter((process) => process.live);
  const slots = live.reduce((sum, process) => sum + process.slots, 0);
  const busy = live.reduce((sum, process) => sum + process.busy, 0);
  return (
    <Figures
      label={text.queues}
      figures={[
        ...lanes.map(laneFigure),
        { name: text.jobs, value: count(running.jobs), note: text.slots(count(busy), count(slots)) },
        { name: text.streams, value: count(running.streams) },
      ]}
    />
  );
}

function laneFigure({ lane, queued, oldest_at: oldest }: Queue['lanes'][number]): Figure {
  const waitedLong = oldest !== null && now.value - Date.parse(oldest) > longWaitMs;
  return {
    name: text.laneFigure(text.lanes[lane] ?? lane),
    value: count(queued),
    note: oldest === null ? text.nothingWaits : text.oldest(since(oldest, now.value)),
    tone: waitedLong ? 'warning' : 'plain',
  };
}
