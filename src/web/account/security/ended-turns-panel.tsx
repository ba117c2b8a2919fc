import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EndedTurn } from '#contract/jobs.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { TextInput } from '../../shared/components/inputs.tsx';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../../administration/state/use-action.ts';
import { laterWords, words } from '../text/words.ts';

const outcomes = ['failed', 'all'] as const;
type Outcome = (typeof outcomes)[number];

/** The outcomes of the questions of the tenant's people, to answer someone who got no answer. */
export function EndedTurnsPanel() {
  const { client } = useAccount();
  const turns = useSignal<readonly EndedTurn[] | null>(null);
  const cursor = useSignal<string | null>(null);
  const outcome = useSignal<Outcome>('failed');
  const reference = useSignal('');
  const { busy, problem, run } = useAction();
  const read = (from: string | null) =>
    run(async () => {
      const asked = reference.value.trim();
      const status = outcome.value === 'all' || asked !== '' ? '' : 'failed,expired';
      const page = await client.send(
        call('listEndedTurns', { query: { status, request_id: asked, cursor: from } }),
      );
      turns.value = [...(from === null ? [] : (turns.value ?? [])), ...page.data];
      cursor.value = page.next_cursor;
    });
  useEffect(() => void read(null), [outcome.value]);
  const shown = turns.value ?? [];
  const text = laterWords().ended;
  return (
    <Panel title={text.title} note={text.note}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void read(null);
        }}
      >
        <TextInput label={text.reference} maxLength={255} value={reference} />
        <div class="row-actions">
          <button type="submit" class="button small" disabled={busy.value}>
            {text.find}
          </button>
          <Choice
            legend={text.which}
            options={outcomes.map((value) => ({ value, label: text[value] }))}
            chosen={outcome.value}
            onChoose={(value) => {
              outcome.value = value;
            }}
          />
        </div>
      </form>
      <LoadState
        isLoaded={turns.value !== null}
        isEmpty={turns.value?.length === 0}
        empty={text.none}
        problem={problem.value}
        onRetry={() => void read(null)}
      />
      {shown.length > 0 && (
        <ul class="audit">
          {shown.map((turn) => (
            <EndedTurnItem key={turn.job_uuid} turn={turn} />
          ))}
        </ul>
      )}
      {cursor.value !== null && (
        <div>
          <button
            type="button"
            class="button small"
            disabled={busy.value}
            onClick={() => void read(cursor.value)}
          >
            {words().more}
          </button>
        </div>
      )}
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
