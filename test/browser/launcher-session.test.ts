import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { SessionTokens } from '#core/identity/session-token.ts';
import type { Break } from '#test/break.ts';
import { answered, ask, chatIn, message, openChat, settled } from '#test/browser/launched.ts';
import { type Launched, useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { until } from '#test/reading/until.ts';
import { testSecret } from '#test/world/api.ts';

type Place = Pick<Launched, 'world' | 'tenant'>;

describe('the session of a launched chat', () => {
  const launched = useLauncher();

  test(
    'a token is renewed before it ends',
    launched(async ({ world, tenant, site, tab }) => {
      const lifetimes = [62, 3_600];
      site.tokens = async () => ({
        body: { token: await mint({ world, tenant }, lifetimes.shift() ?? 3_600) },
      });
      await openChat(tab, site);
      await until(() => site.asked.length === 2);
      assert.deepEqual(site.asked, ['boot', 'refresh']);
      await ask(tab.page, 'Hello');
    }),
  );

  test(
    'an ended token costs one renewal, and the question arrives',
    launched(async ({ world, tenant, site, tab }) => {
      const tokens = [await mintedAgo({ world, tenant }, 7_200), await mint({ world, tenant }, 3_600)];
      site.tokens = async () => ({ body: { token: tokens.shift() } });
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      assert.deepEqual(site.asked, ['boot', 'expired']);
    }),
  );

  test(
    'after the handoff key was rotated it goes on with a new token',
    launched(async ({ world, tenant, site, tab }) => {
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      await world.hosted.administration.clients.rotateHandoff({ kind: 'operator-cli' }, tenant.slug);
      await message(tab.page).fill('And now?');
      await message(tab.page).press('Enter');
      await answered(chatIn(tab.page)).nth(1).waitFor();
      assert.deepEqual(site.asked, ['boot', 'revoked']);
    }),
  );

  test(
    'when the page knows nobody any more the draft is kept, also for the same user who comes back',
    launched(async ({ world, tenant, site, tab }) => {
      await openChat(tab, site);
      await settled(tab.page);
      await message(tab.page).fill('A draft');
      await world.hosted.administration.clients.rotateHandoff({ kind: 'operator-cli' }, tenant.slug);
      site.tokens = async () => ({ status: 401, body: {} });
      await tab.page.evaluate("Parley.once('signedout', () => { window.isOut = true })");
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByText('Your session has ended').waitFor();
      await untilTrue(tab.page, 'window.isOut');
      assert.deepEqual(site.asked, ['boot', 'revoked']);
      site.tokens = async () => ({ body: { token: await tenant.token('anna') } });
      await chatIn(tab.page).getByRole('button', { name: 'Try again' }).click();
      await message(tab.page).waitFor();
      assert.equal(await message(tab.page).inputValue(), 'A draft');
    }),
  );

  test(
    'another user sees nothing of the one before',
    launched(async ({ tenant, site, tab }) => {
      await openChat(tab, site);
      await ask(tab.page, 'A question of Anna');
      await message(tab.page).fill('A draft of Anna');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      site.tokens = async () => {
        await released;
        return { body: { token: await tenant.token('bert') } };
      };
      await tab.page.evaluate('Parley.identify()');
      await chatIn(tab.page).getByText('Connecting…').waitFor();
      assert.equal(await chatIn(tab.page).getByText('Anna').count(), 0);
      release();
      await message(tab.page).waitFor();
      assert.equal(await message(tab.page).inputValue(), '');
      assert.equal(await chatIn(tab.page).getByText('Anna').count(), 0);
      await chatIn(tab.page).getByRole('button', { name: 'Show sidebar' }).click();
      await chatIn(tab.page).getByText('Your conversations will appear here.').waitFor();
    }),
  );

  test(
    'the same user keeps the chat when identified again, and no question about it is open',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      await message(tab.page).fill('A draft');
      const chat = chatIn(tab.page);
      await chat.getByRole('button', { name: 'Show sidebar' }).click();
      await chat.getByRole('button', { name: 'More actions' }).click();
      await chat
        .getByRole('region', { name: 'Conversations' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await chat.getByRole('dialog').waitFor();
      await tab.page.evaluate('Parley.identify()');
      await until(() => site.asked.includes('identify'));
      await message(tab.page).waitFor();
      await settled(tab.page);
      assert.equal(await chat.getByRole('dialog').count(), 0);
      assert.equal(await message(tab.page).inputValue(), 'A draft');
      await chat.getByRole('log', { name: 'Conversation' }).getByText('Hello').waitFor();
    }),
  );

  test(
    'a logout takes the frame away, and the next one who opens it is somebody new',
    launched(async ({ tenant, site, tab }) => {
      await openChat(tab, site);
      await ask(tab.page, 'A question of Anna');
      site.tokens = async () => ({ body: { token: await tenant.token('bert') } });
      await tab.page.evaluate('Parley.logout()');
      assert.equal(await tab.page.locator('iframe').count(), 0);
      await tab.page.evaluate('Parley.open()');
      await message(tab.page).waitFor();
      assert.equal(await chatIn(tab.page).getByText('Anna').count(), 0);
    }),
  );

  test(
    'a function of the page gives the tokens, and is told why',
    launched(async ({ tenant, site, tab }) => {
      const token = await tenant.token('carl');
      site.page = { attributes: 'data-boot="manual"' };
      await tab.page.goto(site.origin());
      await tab.page.evaluate(
        `window.reasons = []; Parley.boot({ getToken: async ({ reason }) => { reasons.push(reason); return { token: '${token}' } } }); Parley.open()`,
      );
      await ask(tab.page, 'Hello');
      assert.deepEqual(await tab.page.evaluate('reasons'), ['boot']);
      assert.deepEqual(site.asked, []);
    }),
  );

  test(
    'a token endpoint of another origin is not asked',
    launched(async ({ site, tab }) => {
      site.page = { attributes: `data-token-endpoint="${site.origin('other')}/api/chat-token"` };
      await tab.page.goto(site.origin());
      const code = tab.page.evaluate(
        "new Promise((resolve) => { Parley.on('error', ({ code }) => resolve(code)); Parley.open() })",
      );
      assert.equal(await code, 'token_failed');
      assert.deepEqual(site.asked, []);
    }),
  );

  test(
    'a used-up quota reaches the page as a code, and the question is kept',
    launched(
      async ({ site, tab }) => {
        await openChat(tab, site);
        await tab.page.evaluate("Parley.on('error', ({ code }) => { window.code = code })");
        await message(tab.page).fill('Hello');
        await message(tab.page).press('Enter');
        await untilTrue(tab.page, "window.code === 'quota'");
        assert.equal(await message(tab.page).inputValue(), 'Hello');
      },
      { client: { daily_limit: 0 } },
    ),
  );
});

/** A token valid for an hour, from a time when that hour was not over. */
async function mintedAgo(launched: Place, seconds: number): Promise<string> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() - seconds * 1_000 });
  try {
    return await mint(launched, 3_600);
  } finally {
    mock.timers.reset();
  }
}

/** Like those of the service, with a lifetime chosen by the test. */
async function mint({ world, tenant }: Place, seconds: number): Promise<string> {
  const port = world.hosted.api.portOf();
  const tokens = new SessionTokens(testSecret, {
    issuer: `http://localhost:${port}`,
    tenantUrl: (slug) => `http://${slug}.localhost:${port}`,
  });
  return (await tokens.mint(tenant.client, 'handoff', 'anna', seconds)).token;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question about a conversation is not open again after signing in again',
    file: 'src/web/chat/sidebar/row-dialog.tsx',
    replace: '  useEffect(() => close, []);\n',
    by: '',
  },
];
