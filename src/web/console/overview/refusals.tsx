import type { Overview } from '#contract/console/screens.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { overviewWords as text } from './overview-words.ts';

export function Refusals({ refusals }: { readonly refusals: Overview['refusals'] }) {
  return (
    <Panel title={text.refusals} note={text.refusalsNote}>
      {refusals.length === 0 ? (
        <p class="empty">{text.noRefusals}</p>
      ) : (
        <DataTable
          label={text.refusals}
          rows={refusals}
          keyOf={({ code }) => code}
          columns={[
            { name: text.code, show: ({ code }) => <code>{code}</code> },
            { name: text.count, number: true, show: (row) => count(row.count) },
          ]}
        />
      )}
    </Panel>
  );
}
