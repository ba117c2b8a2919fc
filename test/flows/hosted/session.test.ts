import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';

describe('POST /hosted-session', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  test('answers the token, whose it is, how long it lasts, and whether its holder can send', async () => {
    for (const subscription_status of ['trial', 'past_due']) {
      const partner = await api.partner({ subscription_status });
      const answer = await partner.post('/hosted-session', { external_user_id: 'user-1', ttl_seconds: 1 });
      assert.equal(answer.status, 200, answer.text);
      const { token, expires_at, tenant_url, session_id, ...rest } = JSON.parse(answer.text);
      assert.deepEqual(rest, {
        ok: true,
        external_user_id: 'user-1',
        ttl_seconds: 300,
        subscription_status,
      });
      assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.match(tenant_url, new RegExp(`^http://${partner.client.slug}\\.localhost:`));
      assert.ok(Date.parse(expires_at) > Date.now() && session_id !== '');
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Minting says whether the subscription lets the holder send',
    file: 'src/core/identity/create-hosted-session.ts',
    replace: 'subscription_status: client.subscriptionStatus,',
    by: "subscription_status: 'trial',",
  },
];
