import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { niceCeiling } from '../../shared/nice-ceiling.ts';
import { Bars } from './bars.tsx';
import { dayLabel } from './day-label.ts';
import { colourOf, type Series } from './series.ts';

export interface ChartWords {
  /** The sum of all days. */
  readonly total: (sum: string, days: number) => ComponentChildren;
  readonly onDay: (day: string, value: string) => ComponentChildren;
  /** Where every day is zero. */
  readonly none: (label: string) => string;
  readonly summary: (label: string, sum: string, peak: string, day: string) => string;
}

interface SeriesChartProps {
  readonly words: ChartWords;
  readonly label: string;
  readonly days: readonly string[];
  /** Bottom first, seven at most. */
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** Values beside the axis, where there is less room; without it `format` writes them. */
  readonly scale?: (value: number) => string;
  /** The values are averages: days without one do not count, and the days are not added up. */
  readonly average?: boolean;
}

/** Stacked bars, one for each day. A table with the same numbers belongs beside it. */
export function SeriesChart(props: SeriesChartProps) {
  const { label, words, days, series, format, scale = format, average = false } = props;
  const whole = average ? mean : sum;
  const pointed = useSignal<number | null>(null);
  const totals = days.map((_, index) => sum(series.map(({ values }) => values[index] ?? 0)));
  const top = niceCeiling(Math.max(...totals, 0));
  const point = (event: PointerEvent) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    pointed.value = Math.min(days.length - 1, Math.max(0, index));
  };
  const middle = days[Math.floor(days.length / 2)] ?? '';
  return (
    <figure class="series-chart">
      <Legend {...{ words, series, days, totals, format, whole }} index={pointed.value} />
      <div class="chart-scale" aria-hidden="true">
        <span>{scale(top)}</span>
        <span>{scale(top / 2)}</span>
        <span>0</span>
      </div>
      <Bars
        label={summary(words, label, days, totals, (values) => format(whole(values)))}
        series={series}
        slots={days.length}
        top={top}
        pointed={pointed.value}
        onPoint={point}
        onLeave={() => {
          pointed.value = null;
        }}
      />
      <div class="chart-days" aria-hidden="true">
        <span>{dayLabel(days[0] ?? '')}</span>
        <span>{dayLabel(middle)}</span>
        <span>{dayLabel(days.at(-1) ?? '')}</span>
      </div>
    </figure>
  );
}

interface LegendProps extends Pick<SeriesChartProps, 'words' | 'series' | 'days' | 'format'> {
  readonly totals: readonly number[];
  readonly whole: (values: readonly number[]) => number;
  /** The day that is pointed at; without one, all days. */
  readonly index: number | null;
}

function Legend({ words, series, days, totals, index, format, whole }: LegendProps) {
  const pick = (values: readonly number[]) => (index === null ? whole(values) : (values[index] ?? 0));
  const day = index === null ? null : (days[index] ?? null);
  return (
    <figcaption aria-hidden="true">
      <span class="legend-when">
        {day === null
          ? words.total(format(pick(totals)), days.length)
          : words.onDay(dayLabel(day), format(pick(totals)))}
      </span>
      {series.length > 1 &&
        series.map((each, position) => (
          <span key={each.name} class="legend-item">
            <i class={`swatch ${colourOf(each, position)}`} />
            {each.name} <b>{format(pick(each.values))}</b>
          </span>
        ))}
    </figcaption>
  );
}

function summary(
  words: ChartWords,
  label: string,
  days: readonly string[],
  totals: readonly number[],
  write: (values: readonly number[]) => string,
): string {
  const most = Math.max(...totals, 0);
  if (most === 0) return words.none(label);
  const peak = days[totals.indexOf(most)] ?? '';
  return words.summary(label, write(totals), write([most]), dayLabel(peak));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: readonly number[]): number {
  const measured = values.filter((value) => value > 0);
  return measured.length === 0 ? 0 : sum(measured) / measured.length;
}
