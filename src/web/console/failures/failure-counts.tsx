import type { Failures } from '#contract/console/screens.ts';
import { Panel } from '../../shared/components/panel.tsx';
import { DataTable } from '../components/data-table.tsx';
import { count } from '../components/format.ts';
import { addressOf } from '../state/route.ts';
import { failuresWords as text } from './failures-words.ts';

export function FailureCounts({ failures: { kinds, refusals, counted } }: { readonly failures: Failures }) {
  return (
    <>
      <Panel title={text.kinds} note={text.kindsNote(count(counted))}>
        {kinds.length === 0 ? (
          <p class="empty">{text.noKinds}</p>
        ) : (
          <DataTable
            label={text.kinds}
            rows={kinds}
            keyOf={({ code }) => code}
            columns={[
              { name: text.code, show: ({ code }) => <code>{code}</code> },
              { name: text.count, number: true, show: (row) => count(row.count) },
            ]}
          />
        )}
      </Panel>
      <Panel title={text.refusals} note={text.refusalsNote}>
        {refusals.length === 0 ? (
          <p class="empty">{text.noRefusals}</p>
        ) : (
          <DataTable
            label={text.refusals}
            rows={refusals}
            keyOf={({ client, code }) => `${client} ${code}`}
            columns={[
              {
                name: text.partner,
                show: ({ client }) => <a href={addressOf('partners', client)}>{client}</a>,
              },
              { name: text.code, show: ({ code }) => <code>{code}</code> },
              { name: text.count, number: true, show: (row) => count(row.count) },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
