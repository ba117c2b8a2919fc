import { Problem } from '../../../shared/components/problem.tsx';
import { toast } from '../../../shared/components/toast.tsx';
import { count, dayMs } from '../../components/format.ts';
import { PlainButton } from '../../../administration/components/plain-button.tsx';
import { useConsole } from '../../console-context.ts';
import { AskButton } from '../../../administration/dialogs/ask-button.tsx';
import { call } from '../../state/call.ts';
import { useAction } from '../../../administration/state/use-action.ts';
import type { WebhookItemProps } from './webhook-item-props.ts';
import { webhookWords as text } from './webhook-words.ts';

export function WebhookActions({ webhook, slug, onChanged, onSecret }: WebhookItemProps) {
  const { api } = useConsole();
  const { busy, problem, run } = useAction();
  const { url, enabled } = webhook;
  const params = { slug, webhook: webhook.id };
  const enable = async () => {
    await api.send(call('enableClientWebhook', { params }));
    await onChanged();
  };
  const disable = async () => {
    await api.send(call('updateClientWebhook', { params, body: { enabled: false } }));
    await onChanged();
  };
  const test = async () => {
    await api.send(call('testClientWebhook', { params }));
    toast(text.tested);
  };
  const rotate = async () => {
    onSecret((await api.send(call('rotateClientWebhookSecret', { params }))).secret);
  };
  const replay = async () => {
    const since = new Date(Date.now() - dayMs).toISOString();
    const body = { since, only_failed: true };
    const answer = await api.send(call('replayClientWebhook', { params, body }));
    toast(text.replayed(count(answer.deliveries)));
  };
  const remove = async () => {
    await api.send(call('deleteClientWebhook', { params }));
    await onChanged();
  };
  return (
    <>
      <div class="row-actions">
        <PlainButton label={text.test} about={url} disabled={busy.value} onClick={() => void run(test)} />
        <AskButton label={text.replay} about={url} title={text.replayTitle} onConfirm={replay}>
          <p>{text.replayBody}</p>
        </AskButton>
        <AskButton label={text.rotate} about={url} title={text.rotateTitle} onConfirm={rotate}>
          <p>{text.rotateBody}</p>
        </AskButton>
        {enabled ? (
          <AskButton label={text.disable} about={url} title={text.disableTitle} onConfirm={disable}>
            <p>{text.disableBody}</p>
          </AskButton>
        ) : (
          <PlainButton
            label={text.enable}
            about={url}
            disabled={busy.value}
            onClick={() => void run(enable)}
          />
        )}
        <AskButton label={text.remove} about={url} title={text.removeTitle} danger onConfirm={remove}>
          <p>{text.removeBody(url)}</p>
        </AskButton>
      </div>
      <Problem text={problem.value} />
    </>
  );
}
