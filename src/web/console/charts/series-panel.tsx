import type { SeriesKey } from '#contract/console/screens.ts';
import { SeriesChart } from '../../administration/charts/series-chart.tsx';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localMoment } from '../../shared/dates.ts';
import { compact, count } from '../components/format.ts';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { filterRoute } from '../state/route.ts';
import { words } from '../text/words.ts';
import { chartWords } from './chart-words.tsx';
import { DayChart } from './day-chart.tsx';
import { seriesOf } from './series-of.ts';

interface SeriesPanelProps {
  readonly titles: Readonly<Record<Span, string>>;
  /** The query of the series of days. */
  readonly query: { readonly by: SeriesKey; readonly client?: string };
  /** The link to the same in detail. */
  readonly address: string;
}

const spans = ['day', 'month'] as const;
type Span = (typeof spans)[number];

/** Today by the minute, or the last 30 days, as a chart on screens that are about something else. */
export function SeriesPanel({ titles, query, address }: SeriesPanelProps) {
  const { route } = useConsole();
  const { filters } = route.value;
  const span = filters['span'] === 'month' ? 'month' : 'day';
  return (
    <Panel
      title={titles[span]}
      tools={
        <>
          <Choice
            legend={words.span}
            options={spans.map((value) => ({ value, label: words.spans[value] }))}
            chosen={span}
            onChoose={(value) => filterRoute(route, { ...filters, span: value === 'month' ? value : '' })}
          />
          <a href={address}>{words.moreUsage}</a>
        </>
      }
    >
      {span === 'day' ? (
        <Day label={titles.day} client={query.client} />
      ) : (
        <Month label={titles.month} query={query} />
      )}
    </Panel>
  );
}

function Day({ label, client }: { readonly label: string; readonly client: string | undefined }) {
  const reading = useRead(call('getUsageMinutes', { query: { client } }), { everySeconds: 60 });
  const { data } = reading;
  return (
    <>
      <ReadState {...reading} />
      {data && <DayChart label={label} usage={data} />}
      {data && !data.since.startsWith(`${data.day}T00:00:00`) && (
        <p class="note">{words.onlySince(localMoment(data.since))}</p>
      )}
    </>
  );
}

function Month({ label, query }: { readonly label: string; readonly query: SeriesPanelProps['query'] }) {
  const reading = useRead(call('getUsageSeries', { query }));
  const { data } = reading;
  return (
    <>
      <ReadState {...reading} />
      {data && (
        <SeriesChart
          label={label}
          words={chartWords}
          format={count}
          scale={compact}
          {...seriesOf(data, 'turns')}
        />
      )}
    </>
  );
}
