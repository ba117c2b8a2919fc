import type { Break } from '../../break.ts';

/** What others could learn of an endpoint, and what its secret is made of. */
export const webhookSecretBreaks: readonly Break[] = [
  {
    rule: 'The log of changes keeps the origin of an endpoint only',
    file: 'src/core/administration/change-webhook.ts',
    replace: 'return new URL(url).origin;',
    by: 'return url;',
    tests: ['test/flows/events/webhooks.test.ts'],
  },
  {
    rule: 'The log of changes shows that only the path of an endpoint changed',
    file: 'src/core/administration/change-webhook.ts',
    replace: 'auditableWebhook(webhook: Webhook, earlier: Webhook = webhook)',
    by: 'auditableWebhook(webhook: Webhook, _: Webhook = webhook, earlier = webhook)',
    tests: ['test/flows/events/webhooks.test.ts'],
  },
  {
    rule: 'Other endpoints learn the origin only of one that is disabled',
    file: 'database/functions/11-webhooks.sql',
    replace: "substring(w.url from '^[a-z]+://[^/?#]+')",
    by: 'w.url',
    tests: ['test/flows/events/deliveries.test.ts'],
  },
  {
    rule: 'A replay goes on behind the last event of its page',
    file: 'src/adapters/postgres/webhooks/webhook-store.ts',
    replace: '($9::uuid is null or e.id > $9)',
    by: '($9::uuid is null or true)',
    tests: ['test/adapters/postgres/events/delivery-store.test.ts'],
  },
  {
    rule: 'A proxy is not asked for names that are unknown',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: 'if (first === undefined) throw new NotAllowed();\n  if ([first',
    by: 'if (first === undefined) return url;\n  if ([first',
    tests: ['test/adapters/webhooks/webhook-proxy.test.ts'],
  },
  {
    rule: 'A proxy is not asked for names that lead inside by one of their addresses',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: 'if ([first, ...others].some(',
    by: 'if ([first].some(',
    tests: ['test/adapters/webhooks/webhook-proxy.test.ts'],
  },
  {
    rule: 'A proxy resolves no name of a receiver',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: 'target.hostname = first.family',
    by: 'target.hash = first.family',
    tests: ['test/adapters/webhooks/webhook-proxy.test.ts'],
  },
  {
    rule: 'Behind a proxy, a receiver is asked for its certificate by its name',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: '{ ...connect, servername: url.hostname }',
    by: 'connect',
    tests: ['test/adapters/webhooks/webhook-proxy.test.ts'],
  },
  {
    rule: 'A device that the master secret before has signed is known',
    file: 'src/core/sign-in/known-device.ts',
    replace: 'previousSecret === null ? null : keyOf(previousSecret)',
    by: 'null',
    tests: ['test/core/sign-in/known-device.test.ts'],
  },
  {
    rule: 'A session that the master secret before has signed goes on',
    file: 'src/core/identity/session-token.ts',
    replace: 'previousSecret === null ? null : new SessionTokens(previousSecret, origins)',
    by: 'null',
    tests: ['test/core/identity/session-token.test.ts'],
  },
  {
    rule: 'Webhooks go through the proxy that is configured',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'proxy: config.webhookProxy?.reveal() ?? null,',
    by: 'proxy: null,',
    tests: ['test/flows/events/deliveries.test.ts'],
  },
  {
    rule: 'Webhooks keep their secret while the master secret before is configured',
    file: 'src/app/events/start-webhooks.ts',
    replace: 'return new WebhookSecrets(secret, previousSecret?.reveal() ?? null);',
    by: 'return new WebhookSecrets(secret, previousSecret === null ? null : null);',
    tests: ['test/flows/events/deliveries.test.ts'],
  },
];
