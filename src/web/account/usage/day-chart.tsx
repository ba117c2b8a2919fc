import type { TenantUsage } from '#contract/hosted.ts';
import type { QuotaDimension } from '#contract/quota.ts';
import { type ChartWords, SeriesChart } from '../../administration/charts/series-chart.tsx';
import { words } from '../text/words.ts';
import { count } from './dimension.ts';

interface DayChartProps {
  readonly days: TenantUsage['days'];
  readonly dimension: QuotaDimension;
}

export function DayChart({ days, dimension }: DayChartProps) {
  const name = words().dimensions[dimension];
  return (
    <SeriesChart
      label={name}
      words={chartWords()}
      days={days.map(({ day }) => day)}
      series={[{ name, values: days.map((row) => row[dimension]) }]}
      format={count}
    />
  );
}

function chartWords(): ChartWords {
  const { total, onDay, noneOf: none, summary } = words().usage;
  return { total, onDay, none, summary };
}
