import { toast } from '../../shared/components/toast.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { EndpointActions } from '../endpoints/endpoint-actions.tsx';
import { useAdministration } from '../state/administration.ts';
import type { WebhookItemProps } from './webhooks-props.ts';

const dayMs = 86_400_000;

export function WebhookActions({ webhook, call, text, onChanged, onSecret }: WebhookItemProps) {
  const { api } = useAdministration();
  const { url, enabled } = webhook;
  const params = { webhook: webhook.id };
  const toggle = async () => {
    await api.send(
      enabled
        ? call('updateWebhook', { params, body: { enabled: false } })
        : call('enableWebhook', { params }),
    );
    await onChanged();
  };
  const test = async () => {
    await api.send(call('testWebhook', { params }));
    toast(text.tested);
  };
  const rotate = async () => {
    onSecret((await api.send(call('rotateWebhookSecret', { params }))).secret);
  };
  const replay = async () => {
    const body = { since: new Date(Date.now() - dayMs).toISOString(), only_failed: true };
    toast(text.replayed((await api.send(call('replayWebhook', { params, body }))).deliveries));
  };
  const remove = async () => {
    await api.send(call('deleteWebhook', { params }));
    await onChanged();
  };
  return (
    <EndpointActions name={url} {...{ enabled, text, toggle, rotate, remove }}>
      {({ busy, run }) => (
        <>
          <PlainButton label={text.test} about={url} disabled={busy.value} onClick={() => void run(test)} />
          <AskButton label={text.replay} about={url} title={text.replayTitle} onConfirm={replay}>
            {text.replayBody}
          </AskButton>
        </>
      )}
    </EndpointActions>
  );
}
