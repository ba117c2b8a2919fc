import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useDebounced } from '../../administration/state/use-debounced.ts';
import { useList } from '../../administration/state/use-list.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { filterRoute } from '../state/route.ts';
import { liveWords as text } from './live-words.ts';
import { TurnTable } from './turn-table.tsx';

const states = ['all', 'running', 'queued'] as const;

export function TurnsPanel() {
  const { route } = useConsole();
  const { filters } = route.value;
  const state = states.find((name) => name === filters['state']) ?? 'all';
  const client = useDebounced(filters['client']?.trim() ?? '', 400);
  const list = useList(
    call('listLiveTurns', { query: { state: state === 'all' ? undefined : state, client, limit: 50 } }),
    (turn) => turn.job_uuid,
    { everySeconds: 5 },
  );
  return (
    <Panel
      title={text.turns}
      tools={
        <>
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
            options={states.map((value) => ({ value, label: text.states[value] }))}
            chosen={state}
            onChoose={(value) => filterRoute(route, { ...filters, state: value === 'all' ? '' : value })}
          />
        </>
      }
    >
      <ListState list={list} empty={text.noTurns} />
      {list.items !== null && list.items.length > 0 && (
        <TurnTable turns={list.items} onChanged={list.refresh} />
      )}
      <MoreButton {...list} />
    </Panel>
  );
}
