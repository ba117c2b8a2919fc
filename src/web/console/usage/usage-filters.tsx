import type { SeriesKey } from '#contract/console/screens.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { useConsole } from '../console-context.ts';
import { type Filters, filterRoute } from '../state/route.ts';
import { usageWords as text } from './usage-words.ts';

const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];
const splits: readonly SeriesKey[] = ['model', 'agent', 'client', 'day'];

/** What the series is about; kept in the address, so that a view can be sent to a colleague. */
export function UsageFilters() {
  const { route } = useConsole();
  const { filters } = route.value;
  const change = (changed: Filters) => filterRoute(route, { ...filters, ...changed });
  return (
    <div class="filters">
      <input
        class="search"
        type="search"
        aria-label={text.partner}
        placeholder={text.allPartners}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={63}
        value={filters['client'] ?? ''}
        onInput={(event) => change({ client: event.currentTarget.value })}
      />
      <Choice
        legend={text.split}
        options={splits.map((value) => ({ value, label: text.keys[value] }))}
        chosen={splitOf(filters)}
        onChoose={(by) => change({ by })}
      />
      <Choice
        legend={text.span}
        options={spans.map((days) => ({ value: String(days), label: text.spans[days] }))}
        chosen={String(spanOf(filters))}
        onChoose={(days) => change({ days })}
      />
    </div>
  );
}

export function spanOf(filters: Filters): Span {
  return spans.find((days) => String(days) === filters['days']) ?? 30;
}

export function splitOf(filters: Filters): SeriesKey {
  return splits.find((key) => key === filters['by']) ?? 'model';
}
