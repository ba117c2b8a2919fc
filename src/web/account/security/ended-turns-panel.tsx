import { useSignal } from '@preact/signals';
import type { EndedTurn } from '#contract/jobs.ts';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

const outcomes = ['failed', 'all'] as const;
type Outcome = (typeof outcomes)[number];

/** The outcomes of the questions of the tenant's people, to answer someone who got no answer. */
export function EndedTurnsPanel() {
  const outcome = useSignal<Outcome>('failed');
  const reference = useSignal('');
  const asked = useSignal('');
  const status = outcome.value === 'all' || asked.value !== '' ? '' : 'failed,expired';
  const list = useList(
    call('listEndedTurns', { query: { status, request_id: asked.value } }),
    ({ job_uuid: uuid }) => uuid,
  );
  const text = laterWords().ended;
  return (
    <Panel title={text.title} note={text.note}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const next = reference.value.trim();
          if (next === asked.value) void list.refresh();
          asked.value = next;
        }}
      >
        <TextInput label={text.reference} maxLength={255} value={reference} />
        <div class="row-actions">
          <button type="submit" class="button small" disabled={list.busy}>
            {text.find}
          </button>
          <Choice
            legend={text.which}
            options={outcomes.map((value) => ({ value, label: text[value] }))}
            chosen={outcome.value}
            onChoose={(value) => {
              outcome.value = value;
              asked.value = reference.value.trim();
            }}
          />
        </div>
      </form>
      <ListState list={list} empty={text.none} />
      <ul class="audit">
        {list.items?.map((turn) => (
          <EndedTurnItem key={turn.job_uuid} turn={turn} />
        ))}
      </ul>
      <MoreButton {...list} />
    </Panel>
  );
}

function EndedTurnItem({ turn }: { readonly turn: EndedTurn }) {
  const { users } = useAccount();
  const person = turn.external_user_id ?? '';
  return (
    <li>
      <p class="note">
        <time dateTime={turn.finished_at}>{localDate(turn.finished_at)}</time>
        <span dir="auto">{users.value.find(({ id }) => id === person)?.email ?? person}</span>
      </p>
      <p>
        {laterWords().ended.statuses[turn.status]}{' '}
        {turn.error_code !== null && <code>{turn.error_code}</code>}
      </p>
      <p class="change">
        <code>{turn.request_id ?? turn.job_uuid}</code>
      </p>
    </li>
  );
}
