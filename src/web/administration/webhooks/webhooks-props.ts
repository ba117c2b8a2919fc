import type { Webhook } from '#contract/webhooks.ts';
import type { TenantCall } from '../state/tenant-call.ts';
import type { WebhookWords } from './webhook-words.ts';

export interface WebhooksProps {
  readonly call: TenantCall;
  readonly text: WebhookWords;
  readonly title: string;
  readonly addTitle: string;
  /** Whether the reader may do more than read. The service decides again. */
  readonly mayChange: boolean;
}

/** One webhook, and what is done when it changes or shows a secret. */
export interface WebhookItemProps extends WebhooksProps {
  readonly webhook: Webhook;
  readonly onChanged: () => Promise<void>;
  readonly onSecret: (secret: string) => void;
}
