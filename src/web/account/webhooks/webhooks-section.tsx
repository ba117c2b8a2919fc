import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Webhook } from '#contract/webhooks.ts';
import { LoadState } from '../../shared/components/load-state.tsx';
import { useAccount } from '../account-context.ts';
import { call } from '../state/account-client.ts';
import { useAction } from '../state/use-action.ts';
import { laterWords } from '../text/words.ts';
import { AddDialog } from './add-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';

export function WebhooksSection() {
  const { client } = useAccount();
  const webhooks = useSignal<readonly Webhook[] | null>(null);
  const adding = useSignal(false);
  const secret = useSignal<string | null>(null);
  const { problem, run } = useAction();
  const load = () =>
    run(async () => {
      webhooks.value = (await client.send(call('listWebhooks', {}))).data;
    });
  useEffect(() => void load(), []);
  const showSecret = (shown: string) => {
    secret.value = shown;
    void load();
  };
  return (
    <>
      <div class="section-tools">
        <p class="note">{laterWords().webhooks.note}</p>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            adding.value = true;
          }}
        >
          {laterWords().webhooks.add}
        </button>
      </div>
      <LoadState
        isLoaded={webhooks.value !== null}
        isEmpty={webhooks.value?.length === 0}
        empty={laterWords().webhooks.empty}
        problem={problem.value}
        onRetry={() => void load()}
      />
      {webhooks.value !== null && webhooks.value.length > 0 && (
        <ul class="users webhooks">
          {webhooks.value.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              onChanged={() => void load()}
              onSecret={showSecret}
            />
          ))}
        </ul>
      )}
      {adding.value && (
        <AddDialog
          onAdded={showSecret}
          onClose={() => {
            adding.value = false;
          }}
        />
      )}
      {secret.value !== null && !adding.value && (
        <SecretDialog
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}
