import type { SeriesKey } from '#contract/console/screens.ts';
import { SeriesChart } from '../../administration/charts/series-chart.tsx';
import { ReadState } from '../../administration/components/read-state.tsx';
import { useRead } from '../../administration/state/use-read.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { compact, count } from '../components/format.ts';
import { call } from '../state/call.ts';
import { words } from '../text/words.ts';
import { chartWords } from './chart-words.tsx';
import { seriesOf } from './series-of.ts';

interface SeriesPanelProps {
  readonly title: string;
  /** The query of the series. */
  readonly query: { readonly by: SeriesKey; readonly client?: string };
  /** The link to the same in detail. */
  readonly address: string;
}

/** The turns of the last 30 days as a chart, on screens that are about something else. */
export function SeriesPanel({ title, query, address }: SeriesPanelProps) {
  const reading = useRead(call('getUsageSeries', { query }));
  const { data } = reading;
  return (
    <Panel title={title} tools={<a href={address}>{words.moreUsage}</a>}>
      <ReadState {...reading} />
      {data && (
        <SeriesChart
          label={title}
          words={chartWords}
          format={count}
          scale={compact}
          {...seriesOf(data, 'turns')}
        />
      )}
    </Panel>
  );
}
