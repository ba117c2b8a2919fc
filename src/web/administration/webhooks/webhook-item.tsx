import { useSignal } from '@preact/signals';
import type { Webhook } from '#contract/events/webhooks.ts';
import { localDate } from '../../shared/dates.ts';
import { Badge } from '../components/badge.tsx';
import { ShowButton } from '../components/show-button.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import type { WebhookItemProps, WebhookWords } from './webhooks-props.ts';

export function WebhookItem(props: WebhookItemProps) {
  const { webhook, text, mayChange } = props;
  const { url, enabled, failing_since: since } = webhook;
  const isOpen = useSignal(false);
  return (
    <li class="item">
      <p class="item-name">
        <code class="breaking">{url}</code>{' '}
        <Badge tone={enabled ? (since === null ? 'accent' : 'warning') : 'danger'}>
          {enabled ? text.enabled : text.disabled}
        </Badge>
      </p>
      <p class="note" dir="auto">
        {factsOf(webhook, text)}
      </p>
      <div class="row-actions">
        {mayChange && <WebhookActions {...props} />}
        <ShowButton shown={isOpen} show={text.showDeliveries} hide={text.hideDeliveries} about={url} />
      </div>
      {isOpen.value && <Deliveries {...props} />}
    </li>
  );
}

function factsOf(webhook: Webhook, text: WebhookWords): string {
  const { description, types, failing_since: since, disabled_reason: reason } = webhook;
  const facts = [
    description,
    types === null ? text.allTypes : types.join(', '),
    since === null ? '' : text.failing(localDate(since)),
    reason === null ? '' : reason === 'gone' ? text.gone : text.failed,
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}
