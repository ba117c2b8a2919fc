import { useSignal } from '@preact/signals';
import type { Webhook } from '#contract/webhooks.ts';
import { Ago } from '../../components/ago.tsx';
import { Badge } from '../../../administration/components/badge.tsx';
import { useMay } from '../../state/use-session.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import type { WebhookItemProps } from './webhook-item-props.ts';
import { webhookWords as text } from './webhook-words.ts';

export function WebhookItem(props: WebhookItemProps) {
  const may = useMay();
  const isOpen = useSignal(false);
  const { url, description, types } = props.webhook;
  return (
    <li class="item">
      <p class="item-name">
        <code class="breaking">{url}</code> <WebhookState webhook={props.webhook} />
      </p>
      <p class="note">
        {[description, types === null ? text.all : types.join(', ')].filter(Boolean).join(' · ')}
      </p>
      {may('updateClientWebhook') && <WebhookActions {...props} />}
      <details
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>{text.showDeliveries}</summary>
        {isOpen.value && <Deliveries params={{ slug: props.slug, webhook: props.webhook.id }} />}
      </details>
    </li>
  );
}

function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, failing_since: since, disabled_reason: reason } = webhook;
  if (!enabled) {
    return (
      <>
        <Badge tone="danger">{text.disabled}</Badge>{' '}
        {reason !== null && <small>{text.reasons[reason]}</small>}
      </>
    );
  }
  if (since === null) return <Badge tone="accent">{text.enabled}</Badge>;
  return (
    <>
      <Badge tone="warning">{text.failing}</Badge>{' '}
      <small>
        <Ago at={since} />
      </small>
    </>
  );
}
