import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { until } from '#test/reading/until.ts';

let world: BrowserWorld;

describe('The turns of a conversation', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('a question is edited in its place, and both versions can be read', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    for (const prompt of ['First question', 'Second question']) await askAndWait(page, prompt);

    await button(page, 'Edit').first().click();
    const field = page.getByRole('textbox', { name: 'Your question' });
    equal(await field.inputValue(), 'First question');
    await page.keyboard.type(', better');
    await page.keyboard.press('Escape');
    await showsWholeEditForm(page);
    await page.keyboard.press('Escape');
    deepEqual(await questions(page), ['First question', 'Second question']);
    equal(await tab.focused(), 'Edit');
    await page.keyboard.press('Enter');
    await page.keyboard.type(', better');
    provider.enqueue({ texts: ['A better answer.'] });
    await page.keyboard.press('Enter');
    await page.getByText('A better answer.').waitFor();
    await button(page, 'Regenerate').waitFor();
    deepEqual(await questions(page), ['First question, better']);
    equal(await tab.focused(), 'Message');
    deepEqual(lastPrompts(), ['First question, better']);

    await page.reload();
    await button(page, 'Previous version').click();
    await page.getByText('1/2').waitFor();
    deepEqual(await questions(page), ['First question', 'Second question']);
    await page.getByText('It is no longer part of the conversation').waitFor();
    equal(await tab.focused(), 'Previous version');
    equal(await button(page, 'Edit').count(), 0);
    await message(page).fill('Not into the past');
    ok(await button(page, 'Send').isDisabled());
    await button(page, 'Next version').click();
    await page.getByText('2/2').waitFor();
    deepEqual(await questions(page), ['First question, better']);
    await button(page, 'Previous version').click();
    await button(page, 'Ask this again').click();
    await button(page, 'Regenerate').waitFor();
    deepEqual(await questions(page), ['First question']);
    equal(await message(page).inputValue(), 'Not into the past');
    tab.requireNoComplaints();
  });

  test('a failed answer is tried again, a stopped question is replaced, and none stands twice', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    provider.enqueue({ status: 400 });
    await ask(page, 'Will it work?');
    await button(page, 'Try again').click();
    await button(page, 'Regenerate').waitFor();
    deepEqual(await questions(page), ['Will it work?']);
    deepEqual(lastPrompts(), ['Will it work?']);
    await page.getByText('2/2').waitFor();
    await button(page, 'Previous version').click();
    equal(await tab.focused(), 'Previous version');
    await page.getByText('continues from the latest').waitFor();

    await stopBeforeTheFirstWord(page, 'Never mind this');
    await page.getByText('What you send next replaces').waitFor();
    equal(await tab.focused(), 'Message');
    await page.reload();
    equal(await message(page).inputValue(), 'Never mind this');
    await page.getByText('What you send next replaces').waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('at');
    await page.keyboard.press('Enter');
    await button(page, 'Regenerate').waitFor();
    deepEqual(await questions(page), ['Will it work?', 'Never mind thiat']);
    deepEqual(lastPrompts(), ['Will it work?', 'Never mind thiat']);
  });

  test('of two windows that edit the same question the second is refused, and keeps its words', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await askAndWait(page, 'Which one?');
    await page.waitForURL('**/?conversation=*');
    const second = await tab.another();
    await second.goto(page.url());
    for (const window of [page, second]) await button(window, 'Edit').click();
    await page.keyboard.type(' This one');
    await second.keyboard.type(' That one');
    await page.keyboard.press('Enter');
    await button(page, 'Regenerate').waitFor();
    await second.keyboard.press('Enter');
    await second.getByRole('alert').filter({ hasText: 'changed in another window' }).waitFor();
    equal(await message(second).inputValue(), 'Which one? That one');
    await until(async () => (await questions(second))[0] === 'Which one? This one');
  });

  test('Escape closes what is open on top, and stops an answer only when nothing is', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await askAndWait(page, 'Something short');
    provider.enqueue({ deltas: 4_000, paceMs: 30 });
    await ask(page, 'Something long');
    await page.getByText('word5 ').waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('textbox', { name: 'Search conversations' });
    await search.fill('short');
    await search.press('Escape');
    equal(await search.inputValue(), '');
    await button(page, 'Menu').click();
    await button(page, 'Sign out').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Sign out').waitFor({ state: 'hidden' });
    ok(await button(page, 'Stop').isVisible());
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.sidebar-open').waitFor({ state: 'detached' });
    await button(page, 'Show sidebar').click();
    await page.locator('.sidebar-open').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.sidebar-open').waitFor({ state: 'detached' });
    ok(await button(page, 'Stop').isVisible());
    await page.keyboard.press('Escape');
    await page.getByText('Stopped', { exact: true }).waitFor();
    await message(page).focus();
    await button(page, 'Try again').waitFor();

    for (const [width, height] of [
      [740, 360],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await message(page).fill('a line\n'.repeat(20));
      await untilTrue(page, `document.querySelector('.log').offsetHeight >= ${height / 2}`);
    }
  });

  test('a text that is far too long says by how much, and Copy says for a moment that it has copied', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await askAndWait(page, 'To be copied');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // From outside, a slow machine might look when the moment is over.
    await page.evaluate(`window.labels = [];
      const note = () => labels.push(document.querySelector('.answer [aria-label^=Cop]').ariaLabel);
      new MutationObserver(note).observe(document.querySelector('.answer'), { subtree: true, attributeFilter: ['aria-label'] })`);
    await button(page, 'Copy').last().click();
    await untilTrue(page, "labels.join() === 'Copied,Copy'");
    equal(await button(page, 'Copy').count(), 2);
    await message(page).fill('😀'.repeat(100_000));
    await page.getByText('68,000 characters too long').waitFor();
    ok(await button(page, 'Send').isDisabled());
  });
});

function message(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function ask(page: Page, prompt: string): Promise<void> {
  await message(page).fill(prompt);
  await button(page, 'Send').click();
}

async function askAndWait(page: Page, prompt: string): Promise<void> {
  await ask(page, prompt);
  const turn = page.locator('.turn').filter({ hasText: prompt });
  await turn.getByRole('button', { name: 'Good answer' }).waitFor();
}

async function stopBeforeTheFirstWord(page: Page, prompt: string): Promise<void> {
  const { provider } = world.hosted.api;
  provider.enqueue({ silent: true });
  const count = provider.received + 1;
  await ask(page, prompt);
  await provider.waitForCall(count);
  await button(page, 'Stop').click();
}

/** Opens at the lower edge of the screen, grows, and keeps its buttons visible above a keyboard. */
async function showsWholeEditForm(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your question' });
  const edge = (place: string) => `document.querySelector('${place}').getBoundingClientRect().bottom`;
  const untilWhole = () => untilTrue(page, `${edge('.edit-actions')} <= ${edge('.log')}`);
  await page.setViewportSize({ width: 1280, height: 560 });
  const edit = button(page, 'Edit').first();
  await edit.evaluate((node) => node.scrollIntoView({ block: 'end' }));
  await edit.click();
  await field.waitFor();
  await untilWhole();
  await page.keyboard.insertText('\na line'.repeat(20));
  await untilWhole();
  await page.setViewportSize({ width: 1280, height: 440 });
  await untilWhole();
  await page.setViewportSize({ width: 1280, height: 720 });
}

function questions(page: Page): Promise<string[]> {
  return page.locator('.question').allInnerTexts();
}

/** What the model was given of the person, at last. */
function lastPrompts() {
  const messages = world.hosted.api.provider.calls.at(-1)?.messages ?? [];
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}

export const breaks: readonly Break[] = [
  {
    rule: 'An edited question takes the place of the one before it',
    file: 'src/web/chat/actions/replace-question.ts',
    replace: 'options: { ...options, replaces } },',
    by: 'options },',
  },
  {
    rule: 'What is sent after a stop before the first word takes the place of the stopped question',
    file: 'src/web/chat/actions/restore-draft.ts',
    replace: 'else chat.drafts.withdraw(conversation, question);',
    by: '',
  },
  {
    rule: 'An edit of a question that another window has replaced keeps its words',
    file: 'src/web/chat/actions/replace-question.ts',
    replace: 'chat.drafts.giveBack(open.uuid.value, question);',
    by: '',
  },
  {
    rule: 'Escape in a search clears it and does not stop the answer',
    file: 'src/web/chat/sidebar/search.tsx',
    replace: "if (event.key !== 'Escape' || query.value === '') return;",
    by: 'if (event.key) return;',
  },
  {
    rule: 'Copy says only for a moment that it has copied',
    file: 'src/web/chat/conversation/copy-button.tsx',
    replace: 'copied.value = false;',
    by: '',
  },
  {
    rule: 'A stop before the first word returns the question to the composer',
    file: 'src/web/chat/actions/restore-draft.ts',
    replace: '  chat.drafts.giveBack(conversation, words);',
    by: '',
  },
  {
    rule: 'The chat becomes narrow without its sidebar over the conversation',
    file: 'src/web/chat/life/start-page.ts',
    replace: `    watchWidth(targets.closeSidebar),
`,
    by: '',
  },
];
