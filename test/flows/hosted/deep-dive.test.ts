import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { shareHosted } from '#test/world/shared-service.ts';

test('on hosted pages a new prompt goes deep for administrators only; every user may ask for a version', async () => {
  const hosted = await shareHosted();
  const tenant = await hosted.tenant({ deep_dive_enabled: true });
  const [user, admin] = [await tenant.visitor(), await tenant.visitor({ admin: true })];
  const authorization = `Bearer ${await tenant.token('anna')}`;
  const deep = { prompt: 'In detail', options: { detailed_response: true } };
  const ask = (browser: typeof user.browser, body: object, headers = {}) =>
    browser.sendJson(tenant.url('/chat/stream'), 'POST', body, headers);
  for (const refused of [
    await ask(user.browser, deep),
    await ask(hosted.browser(), deep, { authorization }),
  ]) {
    assert.deepEqual(
      [refused.status, JSON.parse(refused.text).code],
      [403, 'deep_dive_first_send_not_allowed'],
    );
  }
  assert.equal((await ask(admin.browser, deep)).status, 200);
  const first = await ask(user.browser, { prompt: 'Why?' });
  const conversation_uuid = first.headers['x-conversation-id'];
  const retry = await ask(user.browser, { conversation_uuid, options: { think_harder_retry: true } });
  assert.equal(retry.status, 200, retry.text);
  const again = await ask(user.browser, { conversation_uuid, options: { regenerate: true } });
  assert.equal(again.status, 200, again.text);
  const path = `/chat/conversations/${conversation_uuid}`;
  const { messages } = JSON.parse((await user.browser.visit(tenant.url(path))).text);
  const replaces = messages[0].message_uuid;
  const edit = { prompt: 'Why, then?', conversation_uuid, options: { replaces } };
  const deeper = await ask(user.browser, { ...edit, options: { replaces, detailed_response: true } });
  assert.deepEqual([deeper.status, JSON.parse(deeper.text).code], [403, 'deep_dive_first_send_not_allowed']);
  assert.equal((await ask(user.browser, edit)).status, 200);
  const all = await user.browser.visit(tenant.url(`${path}?include=set_aside`));
  assert.deepEqual(
    JSON.parse(all.text).messages.map(({ set_aside }: { set_aside: boolean }) => set_aside),
    [true, true, true, true, false, false],
  );
});

test('where Deep Dive is off, every user gets that refusal first', async () => {
  const hosted = await shareHosted();
  const tenant = await hosted.tenant({ deep_dive_enabled: false });
  const authorization = `Bearer ${await tenant.token('anna')}`;
  const deep = { prompt: 'In detail', options: { detailed_response: true } };
  const refused = await hosted
    .browser()
    .sendJson(tenant.url('/chat/stream'), 'POST', deep, { authorization });
  assert.deepEqual([refused.status, JSON.parse(refused.text).code], [403, 'deep_dive_not_enabled']);
});

export const breaks: readonly Break[] = [
  {
    rule: 'On hosted pages a new prompt goes deep for administrators only',
    file: 'src/core/identity/turn-options.ts',
    replace: "caller.kind === 'hosted' && !caller.admin)",
    by: "caller.kind === 'hosted' && false)",
  },
  {
    rule: 'A minted token is never an administrator',
    file: 'src/core/identity/verify-session.ts',
    replace: `    admin: false,
`,
    by: `    admin: true,
`,
  },
];
