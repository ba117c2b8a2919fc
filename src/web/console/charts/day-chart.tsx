import { useSignal } from '@preact/signals';
import type { UsageMinutes } from '#contract/console/screens.ts';
import { niceCeiling } from '../../shared/nice-ceiling.ts';
import { compact, count } from '../components/format.ts';
import { dayChartWords as text } from './day-chart-words.ts';

const minutesOfDay = 24 * 60;
const minuteMs = 60_000;

interface DayChartProps {
  readonly label: string;
  readonly usage: UsageMinutes;
}

/** A UTC day minute by minute: what went well, and on top what failed. */
export function DayChart({ label, usage }: DayChartProps) {
  const pointed = useSignal<number | null>(null);
  const { all, failed } = minutesIn(usage);
  const top = niceCeiling(Math.max(...all));
  const point = (event: PointerEvent) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const minute = Math.floor(((event.clientX - left) / width) * minutesOfDay);
    pointed.value = Math.min(minutesOfDay - 1, Math.max(0, minute));
  };
  const minute = pointed.value;
  const shown = (values: readonly number[]) => count(minute === null ? sum(values) : (values[minute] ?? 0));
  return (
    <figure class="series-chart day-chart">
      <figcaption aria-hidden="true">
        <span class="legend-when">
          {minute === null ? text.today : timeOf(minute)} <b>{shown(all)}</b>
        </span>
        <span class="legend-item">
          <i class="swatch series-1" />
          {text.failed} <b>{shown(failed)}</b>
        </span>
      </figcaption>
      <div class="chart-scale" aria-hidden="true">
        <span>{compact(top)}</span>
        <span>{compact(top / 2)}</span>
        <span>0</span>
      </div>
      <svg
        class="chart-plot"
        viewBox={`0 0 ${minutesOfDay} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary(label, all, failed)}
        onPointerMove={point}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        <path class="chart-lines" d={`M0 0H${minutesOfDay}M0 50H${minutesOfDay}M0 100H${minutesOfDay}`} />
        <path class="series-0" d={areaOf(all, top)} />
        <path class="series-1" d={areaOf(failed, top)} />
      </svg>
      <div class="chart-days" aria-hidden="true">
        <span>00:00</span>
        <span>12:00</span>
        <span>24:00 UTC</span>
      </div>
    </figure>
  );
}

/** One number for each minute of the day. */
function minutesIn({ day, minutes }: UsageMinutes) {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const all = new Array<number>(minutesOfDay).fill(0);
  const failed = [...all];
  for (const minute of minutes) {
    const place = Math.floor((Date.parse(minute.at) - midnight) / minuteMs);
    if (place < 0 || place >= minutesOfDay) continue;
    all[place] = minute.count;
    failed[place] = minute.failed;
  }
  return { all, failed };
}

/** One step for each minute: a day of bars would be thousands of elements. */
function areaOf(values: readonly number[], top: number): string {
  const steps = values.map((value) => `V${Math.round(10_000 - (value / top) * 10_000) / 100}h1`);
  return `M0 100${steps.join('')}V100Z`;
}

function summary(label: string, all: readonly number[], failed: readonly number[]): string {
  const most = Math.max(...all);
  if (most === 0) return text.none(label);
  return text.summary(label, count(sum(all)), count(sum(failed)), timeOf(all.indexOf(most)), count(most));
}

function timeOf(minute: number): string {
  return new Date(minute * minuteMs).toISOString().slice(11, 16);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
