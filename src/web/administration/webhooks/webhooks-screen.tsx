import { EndpointList } from '../endpoints/endpoint-list.tsx';
import { useList } from '../state/use-list.ts';
import { AddWebhook } from './add-webhook.tsx';
import { WebhookItem } from './webhook-item.tsx';
import type { WebhooksProps } from './webhooks-props.ts';

/** The endpoints that receive a tenant's events. */
export function WebhooksScreen(props: WebhooksProps) {
  const { text, title, call, mayChange } = props;
  const list = useList(call('listWebhooks', {}), ({ id }) => id);
  return (
    <EndpointList
      title={title}
      text={text}
      list={list}
      add={mayChange ? (onSecret) => <AddWebhook {...props} onSecret={onSecret} /> : null}
    >
      {(webhook, onSecret) => (
        <WebhookItem
          key={webhook.id}
          {...props}
          webhook={webhook}
          onChanged={list.refresh}
          onSecret={onSecret}
        />
      )}
    </EndpointList>
  );
}
