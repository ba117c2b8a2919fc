import { type ClientSort, clientSorts, clientStates } from '#contract/closed-sets.ts';
import { MoreButton } from '../../../administration/components/more-button.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { DialogButton } from '../../../administration/dialogs/dialog-button.tsx';
import { useDebounced } from '../../../administration/state/use-debounced.ts';
import { useList } from '../../../administration/state/use-list.ts';
import { Ago } from '../../components/ago.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useConsole } from '../../console-context.ts';
import { call } from '../../state/call.ts';
import { addressOf } from '../../state/route.ts';
import { useMay } from '../../state/use-session.ts';
import { words } from '../../text/words.ts';
import { PartnerStatus } from '../partner-status.tsx';
import { partnerWords as text } from '../partner-words.ts';
import { CreatePartner } from './create-partner.tsx';
import type { ListedClient } from './listed-client.ts';
import { TodayShare } from './today-share.tsx';

export function PartnerList() {
  const { route } = useConsole();
  const may = useMay();
  const { filters } = route.value;
  const q = useDebounced(filters['q']?.trim() ?? '');
  const status = clientStates.find((state) => state === filters['state']);
  const sort = clientSorts.find((order) => order === filters['sort']) ?? 'name';
  const list = useList(
    call('listClients', { query: { include: 'today', limit: 50, q, status, sort } }),
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
      <search class="filters">
        <SearchField label={text.search} placeholder={text.searchHint} />
        <FilterSelect
          label={text.status}
          name="state"
          options={[
            ['', text.anyStatus],
            ...clientStates.map((state) => [state, text.states[state]] as const),
          ]}
        />
        <FilterSelect
          label={text.sort}
          name="sort"
          options={clientSorts.map((order) => [order === 'name' ? '' : order, text.sorts[order]] as const)}
        />
      </search>
      <ListState list={list} empty={q === '' && status === undefined ? text.empty : text.noMatch} />
      {list.items !== null && list.items.length > 0 && (
        <div class="sheet" aria-busy={list.isStale}>
          <PartnerTable clients={list.items} sort={sort} />
        </div>
      )}
      <MoreButton {...list} />
    </Screen>
  );
}

interface PartnerTableProps {
  readonly clients: readonly ListedClient[];
  readonly sort: ClientSort;
}

function PartnerTable({ clients, sort }: PartnerTableProps) {
  return (
    <DataTable
      label={words.sectionNames.partners}
      rows={clients}
      keyOf={({ slug }) => slug}
      columns={[
        {
          name: text.name,
          sorted: sort === 'name' ? 'ascending' : undefined,
          show: ({ slug, name }) => (
            <a class="row-link" href={addressOf('partners', slug)}>
              <span dir="auto">{name}</span> <small>{slug}</small>
            </a>
          ),
        },
        { name: text.status, show: (client) => <PartnerStatus client={client} /> },
        {
          name: text.todayOfLimit,
          sorted: sort === 'today' ? 'descending' : undefined,
          show: (client) => <TodayShare client={client} />,
        },
        {
          name: text.lastActive,
          spare: sort !== 'last_active',
          sorted: sort === 'last_active' ? 'descending' : undefined,
          show: ({ last_active_at: at }) => (at == null ? text.never : <Ago at={at} />),
        },
        { name: text.agent, spare: true, show: (client) => client.default_agent },
      ]}
    />
  );
}
