import type { UsageSeries } from '#contract/console/screens.ts';
import type { Series } from '../../administration/charts/series.ts';
import { daysBetween } from './days-between.ts';

const names = { everything: 'All', rest: 'Others', noModel: 'No model' } as const;

/** What can be drawn of a day. */
export const seriesMeasures = ['turns', 'tokens', 'failed', 'first_text_ms'] as const;
export type SeriesMeasure = (typeof seriesMeasures)[number];

type Figures = UsageSeries['totals'][number];

/** The key of the sum of everything that is not among the largest. */
export const restKey = 'other';

/** How many have colours of their own; the rest share one. */
const mostColours = 6;

/** The answer as the chart draws it: the same days for all, the largest first. */
export function seriesOf(
  { from, to, data, totals }: UsageSeries,
  measure: SeriesMeasure,
): { readonly days: readonly string[]; readonly series: readonly Series[] } {
  const days = daysBetween(from, to);
  const ranked = totals.toSorted((left, right) => measureOf(right, measure) - measureOf(left, measure));
  // The answer has a rest of its own, of what was beyond its largest.
  const named = ranked.map(({ key }) => key).filter((key) => key !== restKey);
  const own = ranked.length > mostColours + 1 ? named.slice(0, mostColours) : named;
  const valuesOf = (belongs: (key: string | null) => boolean) => {
    const byDay = new Map<string, number>();
    for (const row of data) {
      if (belongs(row.key)) byDay.set(row.day, (byDay.get(row.day) ?? 0) + measureOf(row, measure));
    }
    return days.map((day) => byDay.get(day) ?? 0);
  };
  const series = own.map((key) => ({ name: nameOf(key), values: valuesOf((other) => other === key) }));
  const hasRest = own.length < ranked.length;
  return {
    days,
    series: hasRest
      ? [...series, { name: names.rest, values: valuesOf((key) => !own.includes(key)), isRest: true }]
      : series,
  };
}

export function measureOf(figures: Figures, measure: SeriesMeasure): number {
  switch (measure) {
    case 'turns':
    case 'failed':
      return figures[measure];
    case 'tokens':
      return figures.input_tokens + figures.output_tokens;
    case 'first_text_ms':
      return figures.first_text_ms ?? 0;
  }
}

/** Null stands for the sum of everything, and an empty name for turns that called no model. */
export function nameOf(key: string | null): string {
  if (key === restKey) return names.rest;
  return key === '' ? names.noModel : (key ?? names.everything);
}
