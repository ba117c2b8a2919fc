import { useSignal } from '@preact/signals';
import type { TenantUsage } from '#contract/hosted.ts';
import type { QuotaDimension } from '#contract/quota.ts';
import { niceCeiling } from '../../shared/nice-ceiling.ts';
import { words } from '../text/words.ts';
import { count, dayLabel } from './dimension.ts';

interface DayChartProps {
  readonly days: TenantUsage['days'];
  readonly dimension: QuotaDimension;
}

/** One bar per day. The table beside it has the same numbers for people who cannot see it. */
export function DayChart({ days, dimension }: DayChartProps) {
  const pointed = useSignal<number | null>(null);
  const values = days.map((row) => row[dimension]);
  const top = niceCeiling(Math.max(...values, 0));
  const shown = pointed.value === null ? undefined : days[pointed.value];
  const total = values.reduce((sum, value) => sum + value, 0);
  const point = (event: PointerEvent) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    pointed.value = Math.min(days.length - 1, Math.max(0, index));
  };
  return (
    <figure class="day-chart">
      <figcaption aria-hidden="true">
        {shown
          ? words().usage.onDay(dayLabel(shown.day), count(shown[dimension]))
          : words().usage.total(count(total))}
      </figcaption>
      <div class="chart-scale" aria-hidden="true">
        <span>{count(top)}</span>
        <span>{top % 2 === 0 ? count(top / 2) : ''}</span>
        <span>0</span>
      </div>
      <svg
        class="chart-plot"
        viewBox={`0 0 ${days.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary(days, dimension, total)}
        onPointerMove={point}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        <path class="chart-lines" d={`M0 0H${days.length}M0 50H${days.length}M0 100H${days.length}`} />
        {values.map((value, index) => (
          <rect
            key={days[index]?.day}
            class={index === pointed.value ? 'chart-bar pointed' : 'chart-bar'}
            x={index + 0.14}
            width={0.72}
            y={100 - (value / top) * 100}
            height={(value / top) * 100}
          />
        ))}
      </svg>
      <div class="chart-days" aria-hidden="true">
        <span>{dayLabel(days[0]?.day ?? '')}</span>
        <span>{dayLabel(days[Math.floor(days.length / 2)]?.day ?? '')}</span>
        <span>{dayLabel(days.at(-1)?.day ?? '')}</span>
      </div>
    </figure>
  );
}

function summary(days: TenantUsage['days'], dimension: QuotaDimension, total: number): string {
  const name = words().dimensions[dimension];
  const peak = days.reduce<TenantUsage['days'][number] | undefined>(
    (most, row) => (most === undefined || row[dimension] > most[dimension] ? row : most),
    undefined,
  );
  if (peak === undefined || total === 0) return words().usage.noneOf(name);
  return words().usage.summary(name, count(total), count(peak[dimension]), dayLabel(peak.day));
}
