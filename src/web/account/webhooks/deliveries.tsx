import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { localMoment } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../state/use-action.ts';
import { laterWords, words } from '../text/words.ts';
import { wordsForAttempt } from './words-for-attempt.ts';

/** The latest deliveries of an endpoint. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { webhooks: text } = laterWords();
  const { client } = useAccount();
  const rows = useSignal<readonly WebhookDelivery[] | null>(null);
  const { busy, problem, run } = useAction();
  const read = async () => {
    rows.value = (
      await client.send(
        call('listWebhookDeliveries', { params: { webhook: webhookId }, query: { limit: 20 } }),
      )
    ).data;
  };
  useEffect(() => void run(read), []);
  const retry = (event: string) =>
    run(async () => {
      await client.send(call('retryWebhookDelivery', { params: { webhook: webhookId, event } }));
      await read();
    });
  return (
    <section class="deliveries" aria-label={text.deliveries}>
      <LoadState
        isLoaded={rows.value !== null}
        isEmpty={rows.value?.length === 0}
        empty={text.noDeliveries}
        problem={problem.value}
        onRetry={() => void run(read)}
      />
      <ul class="sessions">
        {rows.value?.map((row) => (
          <li key={row.event_id}>
            <p>
              <code>{row.type}</code> {text.states[row.state]}
            </p>
            <p class="note">{factsOf(row)}</p>
            <button
              type="button"
              class="button small"
              disabled={busy.value}
              onClick={() => void retry(row.event_id)}
            >
              {text.retry}
              <span class="visually-hidden"> {row.type}</span>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <button type="button" class="button small" disabled={busy.value} onClick={() => void run(read)}>
          {words().refresh}
        </button>
      </div>
    </section>
  );
}

function factsOf(row: WebhookDelivery): string {
  const { webhooks: text } = laterWords();
  const { attempts, next_attempt_at: next } = row;
  const { last_status: status, last_error: error, last_error_code: code } = row;
  return [
    localMoment(row.created_at),
    text.attempts(attempts),
    status === null ? (error === null ? '' : wordsForAttempt(code)) : text.status(status),
    next === null ? '' : text.next(localMoment(next)),
  ]
    .filter((fact) => fact !== '')
    .join(' · ');
}
