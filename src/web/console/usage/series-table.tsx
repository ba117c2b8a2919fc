import { useSignal } from '@preact/signals';
import type { UsageSeries } from '#contract/console/screens.ts';
import { dayLabel } from '../../administration/charts/day-label.ts';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { nameOf } from '../charts/series-of.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { figureColumns } from './figure-columns.tsx';
import { usageWords as text } from './usage-words.ts';

type Row = UsageSeries['data'][number];

/** So many are seen without scrolling far; more are added below them. */
const rowsAtATime = 30;

/** The numbers of the chart, newest first. */
export function SeriesTable({ series: { by, data } }: { readonly series: UsageSeries }) {
  const shown = useSignal(rowsAtATime);
  const key: Column<Row> = { name: text.keys[by], show: (row) => nameOf(row.key) };
  const showMore = () => {
    shown.value += rowsAtATime;
  };
  return (
    <>
      <DataTable
        label={text.measures.turns}
        rows={data.toReversed().slice(0, shown.value)}
        keyOf={(row) => `${row.day} ${row.key}`}
        columns={[
          { name: text.day, show: ({ day }) => dayLabel(day) },
          ...(by === 'day' ? [] : [key]),
          { name: text.measures.turns, number: true, show: ({ turns }) => count(turns) },
          ...figureColumns,
        ]}
      />
      <MoreButton showMore={data.length > shown.value ? showMore : null} busy={false} />
    </>
  );
}
