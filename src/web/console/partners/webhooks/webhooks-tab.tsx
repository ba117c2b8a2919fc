import { useSignal } from '@preact/signals';
import { Panel } from '../../../shared/components/panel.tsx';
import { ListState } from '../../../administration/components/read-state.tsx';
import { SecretDialog } from '../../../administration/dialogs/secret-dialog.tsx';
import { call } from '../../state/call.ts';
import { useList } from '../../../administration/state/use-list.ts';
import { useMay } from '../../state/use-session.ts';
import type { TabProps } from '../tab-props.ts';
import { AddWebhook } from './add-webhook.tsx';
import { WebhookItem } from './webhook-item.tsx';
import { webhookWords as text } from './webhook-words.ts';

export function WebhooksTab({ overview }: TabProps) {
  const may = useMay();
  if (!may('listClientWebhooks')) return <p class="empty">{text.hidden}</p>;
  return <Webhooks slug={overview.client.slug} />;
}

function Webhooks({ slug }: { readonly slug: string }) {
  const may = useMay();
  const list = useList(call('listClientWebhooks', { params: { slug } }), ({ id }) => id);
  const secret = useSignal<string | null>(null);
  const onSecret = (shown: string) => {
    secret.value = shown;
    void list.refresh();
  };
  return (
    <Panel
      title={text.title}
      note={text.note}
      tools={may('createClientWebhook') && <AddWebhook slug={slug} onSecret={onSecret} />}
    >
      <ListState list={list} empty={text.empty} />
      <ul class="items">
        {list.items?.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            slug={slug}
            onChanged={list.refresh}
            onSecret={onSecret}
          />
        ))}
      </ul>
      {secret.value !== null && (
        <SecretDialog
          title={text.secretTitle}
          note={text.secretNote}
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </Panel>
  );
}
