import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { PlainButton } from '../components/plain-button.tsx';
import { AskButton } from '../dialogs/ask-button.tsx';
import { useAdministration } from '../state/administration.ts';
import { useAction } from '../state/use-action.ts';
import type { WebhookItemProps } from './webhooks-props.ts';

const dayMs = 86_400_000;

export function WebhookActions({ webhook, call, text, onChanged, onSecret }: WebhookItemProps) {
  const { api } = useAdministration();
  const { busy, problem, run } = useAction();
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
    <>
      <PlainButton label={text.test} about={url} disabled={busy.value} onClick={() => void run(test)} />
      {enabled ? (
        <AskButton label={text.disable} about={url} title={text.disableTitle} onConfirm={toggle}>
          <p>{text.disableBody}</p>
        </AskButton>
      ) : (
        <PlainButton label={text.enable} about={url} disabled={busy.value} onClick={() => void run(toggle)} />
      )}
      <AskButton label={text.replay} about={url} title={text.replayTitle} onConfirm={replay}>
        <p>{text.replayBody}</p>
      </AskButton>
      <AskButton label={text.rotate} about={url} title={text.rotateTitle} onConfirm={rotate}>
        <p>{text.rotateBody}</p>
      </AskButton>
      <AskButton label={text.remove} about={url} title={text.removeTitle} danger onConfirm={remove}>
        <p>{text.removeBody}</p>
      </AskButton>
      <Problem text={problem.value} />
    </>
  );
}
