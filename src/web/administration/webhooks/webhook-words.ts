import type { webhooks } from '#locales/en/account/webhooks.ts';

/** English is the model: what it has, each other language and the console must have. */
export type WebhookWords = typeof webhooks;
