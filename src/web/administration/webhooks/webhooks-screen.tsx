import { useSignal } from '@preact/signals';
import { ListState } from '../components/read-state.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import { useList } from '../state/use-list.ts';
import { AddWebhook } from './add-webhook.tsx';
import { WebhookItem } from './webhook-item.tsx';
import type { WebhooksProps } from './webhooks-props.ts';

/** The endpoints that receive a tenant's events. */
export function WebhooksScreen(props: WebhooksProps) {
  const { text, title, call, mayChange } = props;
  const { Section } = useAdministration();
  const list = useList(call('listWebhooks', {}), ({ id }) => id);
  const secret = useSignal<string | null>(null);
  const onSecret = (shown: string) => {
    secret.value = shown;
    void list.refresh();
  };
  return (
    <>
      <Section
        title={title}
        note={text.note}
        tools={mayChange && <AddWebhook {...props} onSecret={onSecret} />}
      >
        <ListState list={list} empty={text.empty} />
        {list.items !== null && list.items.length > 0 && (
          <ul class="items">
            {list.items.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                {...props}
                webhook={webhook}
                onChanged={list.refresh}
                onSecret={onSecret}
              />
            ))}
          </ul>
        )}
      </Section>
      {secret.value !== null && (
        <SecretDialog
          title={text.secretTitle}
          note={text.secretBody}
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}
