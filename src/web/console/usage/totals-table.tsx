import type { UsageSeries } from '#contract/console/screens.ts';
import { nameOf, restKey } from '../charts/series-of.ts';
import { DataTable } from '../components/data-table.tsx';
import { count, percent } from '../components/format.ts';
import { addressOf } from '../state/route.ts';
import { figureColumns } from './figure-columns.tsx';
import { usageWords as text } from './usage-words.ts';

export function TotalsTable({ series: { by, totals } }: { readonly series: UsageSeries }) {
  const all = totals.reduce((sum, { turns }) => sum + turns, 0);
  return (
    <DataTable
      label={text.totals}
      rows={totals}
      keyOf={({ key }) => String(key)}
      columns={[
        { name: text.keys[by], show: ({ key }) => <Name by={by} name={key} /> },
        { name: text.measures.turns, number: true, show: ({ turns }) => count(turns) },
        { name: text.share, number: true, spare: true, show: ({ turns }) => percent(turns, all) },
        ...figureColumns,
      ]}
    />
  );
}

function Name({ by, name }: { readonly by: UsageSeries['by']; readonly name: string | null }) {
  const shown = nameOf(name);
  if (name === null || name === restKey) return <>{shown}</>;
  if (by === 'client') return <a href={addressOf('partners', name)}>{shown}</a>;
  return by === 'agent' ? <a href={addressOf('agents', name)}>{shown}</a> : <code>{shown}</code>;
}
