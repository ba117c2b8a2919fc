import { useSignal } from '@preact/signals';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { PlainButton } from '../../administration/components/plain-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { Select } from '../../shared/components/inputs.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

/** Questions whose answers cite nothing. Every look is recorded, so nothing is read before it is asked for. */
export function UnansweredPart() {
  const { data } = useAccount();
  const { ratings, guidance } = laterWords();
  const { unanswered: text } = ratings;
  const isOpen = useSignal(false);
  const agent = useSignal(data.agents[0]?.slug ?? '');
  return (
    <Panel title={text.title} note={text.note}>
      {data.agents.length > 1 && (
        <Select
          label={guidance.agent}
          options={data.agents.map(({ slug, name }) => [slug, name] as const)}
          value={agent.value}
          onChange={(slug) => {
            agent.value = slug;
          }}
        />
      )}
      {isOpen.value ? (
        <Questions key={agent.value} agent={agent.value} />
      ) : (
        <div class="row-actions">
          <PlainButton
            label={text.show}
            onClick={() => {
              isOpen.value = true;
            }}
          />
        </div>
      )}
    </Panel>
  );
}

function Questions({ agent }: { readonly agent: string }) {
  const { users } = useAccount();
  const { ratings: text } = laterWords();
  const list = useList(call('listUnanswered', { params: { agent } }), ({ message_uuid: uuid }) => uuid);
  return (
    <>
      <ListState list={list} empty={text.unanswered.none} />
      <ul class="audit">
        {list.items?.map(({ message_uuid, created_at, external_user_id: person, question, answer }) => (
          <li key={message_uuid}>
            <p class="note">
              <time dateTime={created_at}>{localDate(created_at)}</time>
              <span dir="auto">{users.value.find(({ id }) => id === person)?.email ?? person}</span>
            </p>
            <p class="rated-text" dir="auto">
              {question ?? text.noQuestion}
            </p>
            <details>
              <summary>{text.texts}</summary>
              <p class="rated-text" dir="auto">
                {answer}
              </p>
            </details>
          </li>
        ))}
      </ul>
      <MoreButton {...list} />
    </>
  );
}
