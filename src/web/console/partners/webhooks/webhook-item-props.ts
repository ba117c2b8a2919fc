import type { Webhook } from '#contract/webhooks.ts';

/** One webhook, and what is done when it changes or shows a secret. */
export interface WebhookItemProps {
  readonly webhook: Webhook;
  /** The partner whose webhook it is. */
  readonly slug: string;
  readonly onChanged: () => Promise<void>;
  readonly onSecret: (secret: string) => void;
}
