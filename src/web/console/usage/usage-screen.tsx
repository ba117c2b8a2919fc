import { useSignal } from '@preact/signals';
import type { UsageSeries } from '#contract/console/screens.ts';
import { SeriesChart } from '../../administration/charts/series-chart.tsx';
import { useDebounced } from '../../administration/state/use-debounced.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { download } from '../../shared/download.ts';
import { chartWords } from '../charts/chart-words.tsx';
import { type SeriesMeasure, seriesMeasures, seriesOf } from '../charts/series-of.ts';
import { costWords, missingCostWords } from '../components/cost-words.ts';
import { compact, count, dayBefore, duration } from '../components/format.ts';
import { Screen } from '../components/screen.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import { MonthPanel } from './month-panel.tsx';
import { seriesCsv } from './series-csv.ts';
import { SeriesTable } from './series-table.tsx';
import { TotalsTable } from './totals-table.tsx';
import { spanOf, splitOf, UsageFilters } from './usage-filters.tsx';
import { usageWords as text } from './usage-words.ts';

const views = [
  { value: 'chart', label: words.chart },
  { value: 'table', label: words.table },
] as const;

/** One request for the chart, the table and the file. */
export function UsageScreen() {
  const { filters } = useConsole().route.value;
  const [span, by] = [spanOf(filters), splitOf(filters)];
  const client = useDebounced(filters['client']?.trim() ?? '', 400);
  const { data, problem, refresh } = useRead(
    call('getUsageSeries', { query: { from: dayBefore(span - 1), to: dayBefore(0), by, client } }),
  );
  return (
    <Screen title={words.sectionNames.usage} note={text.note}>
      <UsageFilters />
      <LoadState
        isLoaded={data !== null}
        isEmpty={data?.data.length === 0}
        empty={text.empty}
        problem={problem}
        onRetry={() => void refresh()}
      />
      {data && data.data.length > 0 && (
        <>
          <SeriesPanel series={data} />
          <Panel title={text.totals} note={costNote(data)}>
            <TotalsTable series={data} />
          </Panel>
        </>
      )}
      <MonthPanel />
    </Screen>
  );
}

function costNote({ cost }: UsageSeries): string {
  return [text.costOf(costWords(cost)), missingCostWords(cost) ?? ''].join(' ');
}

function SeriesPanel({ series }: { readonly series: UsageSeries }) {
  const measure = useSignal<SeriesMeasure>('turns');
  const view = useSignal<'chart' | 'table'>('chart');
  // Averages of different models do not add up, so they are drawn for the whole only.
  const measures = seriesMeasures.filter((name) => name !== 'first_text_ms' || series.by === 'day');
  const shown = measures.includes(measure.value) ? measure.value : 'turns';
  const title = text.measures[shown];
  return (
    <Panel
      title={series.client === null ? title : `${title} ${text.ofPartner(series.client)}`}
      tools={
        <>
          <Choice
            legend={text.measure}
            options={measures.map((value) => ({ value, label: text.measures[value] }))}
            chosen={shown}
            onChoose={(value) => {
              measure.value = value;
            }}
          />
          <Choice
            legend={words.view}
            options={views}
            chosen={view.value}
            onChoose={(value) => {
              view.value = value;
            }}
          />
          <button type="button" class="button small" onClick={() => save(series)}>
            {words.csv}
          </button>
        </>
      }
    >
      {view.value === 'chart' ? (
        <SeriesChart
          label={title}
          words={chartWords}
          scale={shown === 'first_text_ms' ? duration : compact}
          format={shown === 'first_text_ms' ? duration : count}
          average={shown === 'first_text_ms'}
          {...seriesOf(series, shown)}
        />
      ) : (
        <SeriesTable key={`${series.by} ${series.client} ${series.from}`} series={series} />
      )}
    </Panel>
  );
}

function save(series: UsageSeries): void {
  const name = ['usage', series.client, series.by, series.from, series.to].filter((part) => part !== null);
  download(`${name.join('-')}.csv`, 'text/csv', seriesCsv(series));
}
