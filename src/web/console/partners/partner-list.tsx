import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { DialogButton } from '../../administration/dialogs/dialog-button.tsx';
import { useDebounced } from '../../administration/state/use-debounced.ts';
import { useList } from '../../administration/state/use-list.ts';
import { DataTable } from '../components/data-table.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { useMay } from '../state/use-session.ts';
import { words } from '../text/words.ts';
import { CreatePartner } from './create-partner.tsx';
import type { ListedClient } from './listed-client.ts';
import { PartnerStatus } from './partner-status.tsx';
import { partnerWords as text } from './partner-words.ts';
import { TodayShare } from './today-share.tsx';

export function PartnerList() {
  const { route } = useConsole();
  const may = useMay();
  const q = useDebounced(route.value.filters['q']?.trim() ?? '');
  const list = useList(
    call('listClients', { query: { include: 'today', limit: 50, q } }),
    ({ slug }) => slug,
  );
  return (
    <Screen
      title={words.sectionNames.partners}
      note={text.note}
      tools={
        may('createClient') && (
          <DialogButton label={text.create} variant="primary">
            {(close) => <CreatePartner onClose={close} />}
          </DialogButton>
        )
      }
    >
      <SearchField label={text.search} placeholder={text.searchHint} />
      <ListState list={list} empty={q === '' ? text.empty : text.noMatch} />
      {list.items !== null && list.items.length > 0 && (
        <div class="sheet" aria-busy={list.isStale}>
          <PartnerTable clients={list.items} />
        </div>
      )}
      <MoreButton {...list} />
    </Screen>
  );
}

function PartnerTable({ clients }: { readonly clients: readonly ListedClient[] }) {
  return (
    <DataTable
      label={words.sectionNames.partners}
      rows={clients}
      keyOf={({ slug }) => slug}
      columns={[
        {
          name: text.name,
          show: ({ slug, name }) => (
            <a class="row-link" href={addressOf('partners', slug)}>
              <span dir="auto">{name}</span> <small>{slug}</small>
            </a>
          ),
        },
        { name: text.status, show: (client) => <PartnerStatus client={client} /> },
        { name: text.todayOfLimit, show: (client) => <TodayShare client={client} /> },
        { name: text.agent, spare: true, show: (client) => client.default_agent },
      ]}
    />
  );
}
