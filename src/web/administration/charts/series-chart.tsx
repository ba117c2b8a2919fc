import { useSignal } from '@preact/signals';
import { niceCeiling } from '../../shared/nice-ceiling.ts';
import { compact, dayLabel } from '../../console/components/format.ts';
import { Bars } from './bars.tsx';
import { chartWords } from '../../console/charts/chart-words.ts';
import { colourOf, type Series } from './series.ts';

interface SeriesChartProps {
  readonly label: string;
  readonly days: readonly string[];
  /** Bottom first, seven at most. */
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** The values are averages: days without one do not count, and the days are not added up. */
  readonly average?: boolean;
}

/** Stacked bars, one for each day. A table with the same numbers belongs beside it. */
export function SeriesChart({ label, days, series, format, average = false }: SeriesChartProps) {
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
      <Legend {...{ series, days, totals, format, whole }} index={pointed.value} />
      <div class="chart-scale" aria-hidden="true">
        <span>{average ? format(top) : compact(top)}</span>
        <span>{average ? format(top / 2) : compact(top / 2)}</span>
        <span>0</span>
      </div>
      <Bars
        label={summary(label, days, totals, (values) => format(whole(values)))}
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

interface LegendProps extends Pick<SeriesChartProps, 'series' | 'days' | 'format'> {
  readonly totals: readonly number[];
  readonly whole: (values: readonly number[]) => number;
  /** The day that is pointed at; without one, all days. */
  readonly index: number | null;
}

function Legend({ series, days, totals, index, format, whole }: LegendProps) {
  const pick = (values: readonly number[]) => (index === null ? whole(values) : (values[index] ?? 0));
  const day = index === null ? null : (days[index] ?? null);
  return (
    <figcaption aria-hidden="true">
      <span class="legend-when">
        {day === null ? chartWords.allDays(days.length) : dayLabel(day)} <b>{format(pick(totals))}</b>
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
  label: string,
  days: readonly string[],
  totals: readonly number[],
  write: (values: readonly number[]) => string,
): string {
  const most = Math.max(...totals, 0);
  if (most === 0) return chartWords.nothing(label);
  const peak = days[totals.indexOf(most)] ?? '';
  return chartWords.summary(label, write(totals), dayLabel(peak), write([most]));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: readonly number[]): number {
  const measured = values.filter((value) => value > 0);
  return measured.length === 0 ? 0 : sum(measured) / measured.length;
}
