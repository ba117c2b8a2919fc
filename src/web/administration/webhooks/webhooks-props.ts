import type { Webhook } from '#contract/events/webhooks.ts';
import type { webhooks } from '#locales/en/account/webhooks.ts';
import type { TenantCall } from '../state/tenant-call.ts';

/** English is the model: what it has, each other language and the console must have. */
export type WebhookWords = typeof webhooks;

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
