import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Webhook } from '#contract/webhooks.ts';
import { Problem } from '../../shared/components/problem.tsx';
import { toast } from '../../shared/components/toast.tsx';
import { localDate } from '../../shared/dates.ts';
import { useAccount } from '../account-context.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { call } from '../state/account-client.ts';
import { useAction } from '../state/use-action.ts';
import { laterWords } from '../text/words.ts';
import { Deliveries } from './deliveries.tsx';

interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onSecret: (secret: string) => void;
}

export function WebhookItem({ webhook, onChanged, onSecret }: WebhookItemProps) {
  const { webhooks: text } = laterWords();
  const { client } = useAccount();
  const titleId = useId();
  const asking = useSignal<'rotate' | 'remove' | null>(null);
  const isOpen = useSignal(false);
  const { busy, problem, run } = useAction();
  const { id, url, enabled } = webhook;
  const params = { webhook: id };
  const test = () =>
    run(async () => {
      await client.send(call('testWebhook', { params }));
      toast(text.tested);
    });
  const toggle = () =>
    run(async () => {
      await client.send(
        enabled
          ? call('updateWebhook', { params, body: { enabled: false } })
          : call('enableWebhook', { params }),
      );
      onChanged();
    });
  const actions = [
    { label: text.test, act: () => void test() },
    { label: enabled ? text.disable : text.enable, act: () => void toggle() },
    {
      label: text.rotate,
      act: () => {
        asking.value = 'rotate';
      },
    },
    {
      label: text.remove,
      act: () => {
        asking.value = 'remove';
      },
    },
    {
      label: isOpen.value ? text.hideDeliveries : text.showDeliveries,
      act: () => {
        isOpen.value = !isOpen.value;
      },
    },
  ];
  return (
    <li class={enabled ? 'user' : 'user disabled'}>
      <p class="user-email" id={titleId} dir="auto">
        {url}
      </p>
      <p class="badges">
        <span class={enabled ? 'badge accent' : 'badge danger'}>
          {enabled ? text.enabled : text.disabled}
        </span>
      </p>
      <About webhook={webhook} />
      <div class="user-actions">
        {actions.map(({ label, act }) => (
          <button
            key={label}
            type="button"
            class="button small"
            aria-describedby={titleId}
            disabled={busy.value}
            onClick={act}
          >
            {label}
          </button>
        ))}
      </div>
      <Problem text={problem.value} />
      {isOpen.value && <Deliveries webhookId={id} />}
      {asking.value !== null && (
        <Question
          about={asking.value}
          onConfirm={async () => {
            if (asking.value === 'rotate')
              return onSecret((await client.send(call('rotateWebhookSecret', { params }))).secret);
            await client.send(call('deleteWebhook', { params }));
            onChanged();
          }}
          onClose={() => {
            asking.value = null;
          }}
        />
      )}
    </li>
  );
}

function About({ webhook }: Pick<WebhookItemProps, 'webhook'>) {
  const { webhooks: text } = laterWords();
  const { description, types, failing_since: since, disabled_reason: reason } = webhook;
  const facts = [
    description,
    types === null ? text.allTypes : types.join(', '),
    since === null ? '' : text.failing(localDate(since)),
    reason === null ? '' : reason === 'gone' ? text.gone : text.failed,
  ];
  return (
    <p class="note" dir="auto">
      {facts.filter((fact) => fact !== '').join(' · ')}
    </p>
  );
}

interface QuestionProps {
  readonly about: 'rotate' | 'remove';
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

function Question({ about, onConfirm, onClose }: QuestionProps) {
  const { webhooks: text } = laterWords();
  const isRotation = about === 'rotate';
  return (
    <ConfirmDialog
      title={isRotation ? text.rotateTitle : text.removeTitle}
      confirm={isRotation ? text.rotate : text.remove}
      danger={!isRotation}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{isRotation ? text.rotateBody : text.removeBody}</p>
    </ConfirmDialog>
  );
}
