import { useSignal } from '@preact/signals';
import type { RatedAnswer } from '#contract/people/feedback.ts';
import type { Rating } from '#contract/resources.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { MoreButton } from '../../administration/components/more-button.tsx';
import { PlainButton } from '../../administration/components/plain-button.tsx';
import { ListState } from '../../administration/components/read-state.tsx';
import { useList } from '../../administration/state/use-list.ts';
import { Choice } from '../../shared/components/choice.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { localDate } from '../../shared/dates.ts';
import { formatNumber } from '../../shared/text/format.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { laterWords } from '../text/words.ts';

const choices = ['all', 'down', 'up'] as const;
type Which = (typeof choices)[number];

/** What people thought of the answers. Every look is recorded, so nothing is read before it is asked for. */
export function RatingsPart() {
  const { ratings: text } = laterWords();
  const isOpen = useSignal(false);
  const which = useSignal<Which>('down');
  return (
    <Panel title={text.title} note={text.note}>
      <div class="row-actions">
        <Choice
          legend={text.which}
          options={choices.map((value) => ({ value, label: text[value] }))}
          chosen={which.value}
          onChoose={(value) => {
            which.value = value;
          }}
        />
        {!isOpen.value && (
          <PlainButton
            label={text.show}
            onClick={() => {
              isOpen.value = true;
            }}
          />
        )}
      </div>
      {isOpen.value && <Ratings rating={which.value === 'all' ? null : which.value} />}
    </Panel>
  );
}

function Ratings({ rating }: { readonly rating: Rating | null }) {
  const query = rating === null ? {} : { rating };
  const list = useList(call('listFeedback', { query }), ({ feedback_uuid: uuid }) => uuid);
  return (
    <>
      <ListState list={list} empty={laterWords().ratings.none} />
      <ul class="audit">
        {list.items?.map((rated) => (
          <RatedItem key={rated.feedback_uuid} rated={rated} />
        ))}
      </ul>
      <MoreButton {...list} />
    </>
  );
}

function RatedItem({ rated }: { readonly rated: RatedAnswer }) {
  const { users } = useAccount();
  const { ratings: text } = laterWords();
  const person = rated.external_user_id;
  return (
    <li>
      <p class="note">
        <span>
          <Badge tone={rated.rating === 'down' ? 'warning' : 'plain'}>{text[rated.rating]}</Badge>
        </span>
        <time dateTime={rated.created_at}>{localDate(rated.created_at)}</time>
        <span dir="auto">{users.value.find(({ id }) => id === person)?.email ?? person}</span>
        {rated.guidance_version !== null && <span>{guidanceOf(rated.guidance_version)}</span>}
      </p>
      {rated.comment !== null && (
        <p class="rated-text" dir="auto">
          {rated.comment}
        </p>
      )}
      <details>
        <summary>{text.texts}</summary>
        <p class="rated-text" dir="auto">
          {rated.question ?? text.noQuestion}
        </p>
        <p class="rated-text" dir="auto">
          {rated.answer}
        </p>
      </details>
    </li>
  );
}

/** Which of the tenant's own instructions the prompt had. */
function guidanceOf(version: number): string {
  const { title, text, version: numbered } = laterWords().guidance;
  return `${title}: ${version === 0 ? text : numbered(formatNumber(version))}`;
}
