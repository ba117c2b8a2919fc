import type { ChartWords } from '../../administration/charts/series-chart.tsx';

export const chartWords: ChartWords = {
  total: (sum, days) => (
    <>
      {days} days <b>{sum}</b>
    </>
  ),
  onDay: (day, value) => (
    <>
      {day} <b>{value}</b>
    </>
  ),
  none: (label) => `${label}: none.`,
  summary: (label, sum, peak, day) => `${label}: ${sum} in all, most on ${day} with ${peak}.`,
};
