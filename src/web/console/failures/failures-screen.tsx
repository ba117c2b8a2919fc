import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState, ReadState } from '../../administration/components/read-state.tsx';
import { useDebouncedCall } from '../../administration/state/use-debounced.ts';
import { useList } from '../../administration/state/use-list.ts';
import { useRead } from '../../administration/state/use-read.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { SearchField } from '../components/search-field.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { type Filters, filterRoute } from '../state/route.ts';
import { words } from '../text/words.ts';
import { EndedTurnsTable } from './ended-turns-table.tsx';
import { FailureCounts } from './failure-counts.tsx';
import { failuresWords as text } from './failures-words.ts';

const outcomes = ['failed', 'all'] as const;

/** From a request id, or from a partner's complaint, to the outcome of the question. */
export function FailuresScreen() {
  const { route } = useConsole();
  const { filters } = route.value;
  const list = useList(
    useDebouncedCall(call('listEndedTurns', { query: listQuery(filters) })),
    ({ job_uuid: uuid }) => uuid,
  );
  const reading = useRead(call('getFailures', {}));
  return (
    <Screen title={words.sectionNames.failures} note={text.note}>
      <Panel title={text.turns} tools={<FailureFilters />}>
        <ListState list={list} empty={text.noTurns} />
        {list.items !== null && list.items.length > 0 && <EndedTurnsTable turns={list.items} />}
        <MoreButton {...list} />
      </Panel>
      <ReadState {...reading} />
      {reading.data && <FailureCounts failures={reading.data} />}
    </Screen>
  );
}

function FailureFilters() {
  const { route } = useConsole();
  const { filters } = route.value;
  return (
    <>
      <SearchField label={text.search} />
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
        onInput={(event) => filterRoute(route, { ...filters, client: event.currentTarget.value })}
      />
      <Choice
        legend={text.which}
        options={outcomes.map((value) => ({ value, label: text.outcomes[value] }))}
        chosen={filters['outcome'] === 'all' ? 'all' : 'failed'}
        onChoose={(value) => filterRoute(route, { ...filters, outcome: value === 'all' ? 'all' : '' })}
      />
    </>
  );
}

/** A turn that was searched for by its id is shown however it ended. */
function listQuery(filters: Filters) {
  const request = filters['q']?.trim() ?? '';
  const showsAll = request !== '' || filters['outcome'] === 'all';
  return {
    request_id: request,
    client: filters['client']?.trim(),
    status: showsAll ? undefined : 'failed,expired',
    limit: 50,
  };
}
