import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { accountRoutes } from '#client/routes/account-routes.ts';
import { consoleRoutes } from '#client/routes/console-routes.ts';
import type { Break } from '#test/break.ts';
import { sharedOperations } from '../../../src/web/administration/state/tenant-call.ts';
import { partnerCall } from '../../../src/web/console/state/partner-call.ts';

test('what the console shares with the account page it serves at the same paths below the client', () => {
  const served = new Set(Object.values(consoleRoutes).map(([method, path]) => `${method} ${path}`));
  const missing = sharedOperations.filter((name) => {
    const [method, path] = accountRoutes[name];
    return !served.has(`${method} /clients/:slug${path}`);
  });
  deepEqual(missing, []);
});

test('a call about a partner names it in the path', () => {
  const { method, address } = partnerCall('a/b')('deleteWebhook', { params: { webhook: 'w 1' } });
  equal(`${method} ${address}`, 'DELETE /api/clients/a%2Fb/webhooks/w%201');
});

export const breaks: readonly Break[] = [
  {
    rule: 'The console serves every operation that it shares with the account page',
    file: 'src/web/administration/state/tenant-call.ts',
    replace: "  'listWebhooks',",
    by: "  'listWebhooks',\n  'getSubscription',",
  },
  {
    rule: 'A call about a partner names it in the path',
    file: 'src/web/console/state/partner-call.ts',
    replace: 'encodeURIComponent(slug)',
    by: 'slug',
  },
];
