import { useComputed } from '@preact/signals';
import type { ProviderState } from '#contract/console/live.ts';
import { Bars } from '../../administration/charts/bars.tsx';
import { count } from '../components/format.ts';
import { now } from '../state/clock.ts';
import { providerWords as text } from './provider-words.ts';

const minutesShown = 60;

/** The last hour, minute by minute: what was answered, and on top what failed. */
export function MinutesChart({ minutes }: Pick<ProviderState, 'minutes'>) {
  const last = useComputed(() => Math.floor(now.value / 60_000)).value;
  const failed = Array.from({ length: minutesShown }, () => 0);
  const answered = [...failed];
  for (const minute of minutes) {
    const slot = minutesShown - 1 - (last - Math.floor(Date.parse(minute.at) / 60_000));
    if (slot < 0 || slot >= minutesShown) continue;
    failed[slot] = minute.failed;
    answered[slot] = Math.max(0, minute.calls - minute.failed);
  }
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const top = Math.max(4, ...answered.map((value, slot) => value + (failed[slot] ?? 0)));
  return (
    <figure class="minutes-chart">
      <Bars
        label={text.minutes(count(sum(answered) + sum(failed)), count(sum(failed)))}
        series={[
          { name: text.legendGood, values: answered },
          { name: text.legendBad, values: failed },
        ]}
        slots={minutesShown}
        top={top}
      />
      <div class="chart-days" aria-hidden="true">
        <span>{text.ago}</span>
        <span>
          <i class="swatch series-0" /> {text.legendGood} <i class="swatch series-1" /> {text.legendBad}
        </span>
        <span>{text.now}</span>
      </div>
    </figure>
  );
}
