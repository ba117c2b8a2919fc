import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { until } from '#test/reading/until.ts';

let world: BrowserWorld;

describe('The chat page', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('a question is answered as it is written, and both are there after a reload', async () => {
    const tenant = await world.hosted.tenant();
    world.hosted.api.provider.enqueue({ deltas: 30, paceMs: 20 });
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'What is a tide?');
    await answer(page).getByText('word3').waitFor();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(await page.getByRole('status').textContent(), 'Answer complete');
    await page.reload();
    await page.getByRole('heading', { name: 'What is a tide?' }).first().waitFor();
    equal(await answerText(page), mockText(30).trim());
    tab.requireNoComplaints();
  });

  test('an answer continues through a reload and in a second tab, and stops in both', async () => {
    const tenant = await world.hosted.tenant();
    world.hosted.api.provider.enqueue({ deltas: 4_000, paceMs: 30 });
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'A long answer, please');
    await answer(page).getByText('word5').waitFor();
    await page.waitForURL('**/?conversation=*');
    const second = await tab.another();
    await Promise.all([page.reload(), second.goto(page.url())]);
    const windows = [page, second];
    const next = `word${(await answerText(page)).split(' ').length + 20} `;
    await Promise.all(windows.map((window) => answer(window).getByText(next).waitFor()));
    await second.getByRole('button', { name: 'Stop' }).click();
    await Promise.all(windows.map((window) => window.getByText('Stopped', { exact: true }).waitFor()));
    // One of them may still be drawing its last words.
    await until(async () => new Set(await Promise.all(windows.map(answerText))).size === 1);
    ok(mockText(4_000).startsWith(await answerText(page)));
    tab.requireNoComplaints();
  });

  test('conversations show the name of their agent where the tenant has several', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'Which one?');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    const conversations = page.getByRole('region', { name: 'Conversations' });
    await conversations.getByRole('link', { name: 'Which one?', exact: true }).waitFor();
    const operator = { kind: 'operator-cli' } as const;
    await world.hosted.administration.clients.bindAgent(operator, tenant.slug, 'operator-support');
    await page.reload();
    await conversations.getByRole('link', { name: /^Which one\? ?Assistant$/ }).waitFor();
    tab.requireNoComplaints();
  });

  test('stop works before the first word', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    provider.enqueue({ silent: true });
    const count = provider.received + 1;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'Never mind');
    const call = await provider.waitForCall(count);
    await page.getByRole('button', { name: 'Stop' }).click();
    ok(await provider.waitForAbort(call));
    await page.getByRole('button', { name: 'Send' }).waitFor();
  });

  test('stop keeps what was written, and stops the model', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    provider.enqueue({ stallAfter: 4, deltas: 9, paceMs: 5 });
    const count = provider.received + 1;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'Tell me everything');
    await answer(page).getByText('word3').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    ok(await provider.waitForAbort(await provider.waitForCall(count)));
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.reload();
    await answer(page).getByText('word3').waitFor();
    equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
  });

  test('a question stands on the side where its words begin, however long it is', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    const prompts = ['Hello there', 'مرحبا كيف الحال', 'مرحبا كيف الحال '.repeat(60)];
    for (const [place, prompt] of prompts.entries()) {
      await ask(page, prompt);
      await page.getByRole('button', { name: 'Good answer' }).nth(place).waitFor();
    }
    deepEqual(
      await page.evaluate(
        "[...document.querySelectorAll('.question')].map((each) => getComputedStyle(each).direction)",
      ),
      ['ltr', 'rtl', 'rtl'],
    );
  });

  test('a Deep Dive answers once more, and both answers can be compared', async () => {
    const tenant = await world.hosted.tenant({ deep_dive_enabled: true, user_deep_dive_limit: 1 });
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    equal(await page.getByRole('button', { name: 'Deep Dive' }).count(), 0, 'not before the first answer');
    await ask(page, 'How deep?');
    await page.getByText('1 left').waitFor();
    world.hosted.api.provider.enqueue({ texts: ['Deeper than before.'] });
    await page.getByRole('button', { name: 'Deep Dive' }).click();
    await page.getByText('Deeper than before.').waitFor();
    await page.getByText(/^Used up until/).waitFor();
    ok(await page.getByRole('button', { name: 'Deep Dive' }).isDisabled());
    await page.getByRole('button', { name: 'Previous version' }).click();
    await answer(page).getByText('word0').waitFor();
  });

  test('a search marks a limited number of words, however many an answer has', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: ['needle '.repeat(1_500)] });
    await ask(page, 'Where is it?');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    await page.getByRole('textbox', { name: 'Search conversations' }).fill('needle');
    await page.locator('.found .row a').click();
    ok(await until(() => page.evaluate<boolean>("CSS.highlights.get('found')?.size === 1000")));
  });

  test('an answer is rated, with a reason when it was bad', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'Rate this');
    await page.getByRole('button', { name: 'Bad answer' }).click();
    await page.getByRole('checkbox', { name: 'Incomplete' }).check();
    await page.getByRole('textbox', { name: 'Comment (optional)' }).fill('The end is missing');
    const sent = page.waitForRequest(/\/feedback$/);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    equal((await (await sent).response())?.status(), 200);
    match((await sent).postData() ?? '', /"rating":"down".*Incomplete: The end is missing/);
    await page.reload();
    await page.getByRole('button', { name: 'Bad answer', pressed: true }).waitFor();
  });

  test('over the quota the question is kept and the limit is named', async () => {
    const tenant = await world.hosted.tenant({ user_requests_limit: 1 });
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await ask(page, 'The only one');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'daily limit for Requests is used up' });
    await alert.waitFor();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('One too many');
    ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
    await message.press('Enter');
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'One too many');
    equal(await page.getByRole('meter', { name: 'Requests' }).getAttribute('aria-valuetext'), '1 of 1');
  });

  test('a user who is disabled during an answer is sent to sign in', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    provider.enqueue({ deltas: 4_000, paceMs: 20 });
    const count = provider.received + 1;
    const user = await tenant.user('ben@example.com');
    await using tab = await world.tab();
    await tab.enter(tenant, 'ben@example.com');
    await ask(tab.page, 'A long one');
    await answer(tab.page).getByText('word5').waitFor();
    const { users } = world.hosted.administration;
    await users.update({ kind: 'operator-cli' }, tenant.slug, { email: user.email }, { enabled: false });
    ok(await provider.waitForAbort(await provider.waitForCall(count)));
    await tab.page.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}**`));
    const cookies = await tab.page.context().cookies(tenant.url());
    equal(
      cookies.find(({ name }) => name === 'parley_session'),
      undefined,
    );
  });

  test('a subscription that lapses pauses the chat and leaves it readable', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant, { admin: true });
    await ask(page, 'While it lasts');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    const { clients } = world.hosted.administration;
    await clients.update({ kind: 'operator-cli' }, tenant.slug, { subscription_status: 'past_due' });
    await ask(page, 'And now');
    await page.getByRole('alert').filter({ hasText: 'Chat is paused' }).waitFor();
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'And now');
    ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
    await answer(page).getByText('word0').waitFor();
  });
});

async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt);
  await page.getByRole('button', { name: 'Send' }).click();
}

function answer(page: Page) {
  return page.getByRole('article', { name: 'Answer' });
}

async function answerText(page: Page): Promise<string> {
  return ((await answer(page).locator('.markdown').textContent()) ?? '').trim();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A search marks a limited number of words',
    file: 'src/web/chat/search/mark-found.ts',
    replace: 'if (ranges.length === mostMarks) return ranges;',
    by: '',
  },
  {
    rule: 'An agent is named only where a tenant has several',
    file: 'src/http/pages/chat-data.ts',
    replace: 'if (agents.size < 2) return null;',
    by: '',
  },
];
