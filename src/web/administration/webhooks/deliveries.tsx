import type { WebhookDelivery } from '#contract/events/webhooks.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localMoment } from '../../shared/dates.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { ListState } from '../components/read-state.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import { useList } from '../state/use-list.ts';
import type { WebhookItemProps, WebhookWords } from './webhooks-props.ts';
import { wordsForAttempt } from './words-for-attempt.ts';

const tones: Record<WebhookDelivery['state'], Tone> = {
  pending: 'plain',
  delivered: 'accent',
  failed: 'danger',
};

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook, call, text, mayChange }: WebhookItemProps) {
  const params = { webhook: webhook.id };
  const { api, pollSeconds, words } = useAdministration();
  const list = useList(
    call('listWebhookDeliveries', { params, query: { limit: 20 } }),
    (delivery) => delivery.event_id,
    pollSeconds === undefined ? {} : { everySeconds: pollSeconds },
  );
  const { busy, problem, run } = useAction();
  const retry = async (event: string) => {
    await api.send(call('retryWebhookDelivery', { params: { ...params, event } }));
    toast(text.retried);
    await list.refresh();
  };
  return (
    <section class="stack deliveries" aria-label={text.deliveries}>
      <ListState list={list} empty={text.noDeliveries} />
      <ul class="items">
        {list.items?.map((delivery) => (
          <li key={delivery.event_id} class="delivery">
            <p class="item-name">
              <code>{delivery.type}</code>{' '}
              <Badge tone={tones[delivery.state]}>{text.states[delivery.state]}</Badge>
            </p>
            <p class="note">{factsOf(delivery, text)}</p>
            {mayChange && (
              <button
                type="button"
                class="button small"
                disabled={busy.value}
                onClick={() => void run(() => retry(delivery.event_id))}
              >
                {text.retry}
                <span class="visually-hidden">
                  {' '}
                  {delivery.type} {delivery.event_id}
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem.value} />
      <div class="row-actions">
        <MoreButton {...list} />
        <PlainButton label={words().refresh} disabled={list.busy} onClick={() => void run(list.refresh)} />
      </div>
    </section>
  );
}

function factsOf(delivery: WebhookDelivery, text: WebhookWords): string {
  const { created_at: at, attempts, next_attempt_at: next, last_status: status } = delivery;
  const { last_error: error, last_error_code: code } = delivery;
  const facts = [
    localMoment(at),
    text.attempts(attempts),
    status === null ? (error === null ? '' : wordsForAttempt(code, text)) : text.status(status),
    next === null ? '' : text.next(localMoment(next)),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
