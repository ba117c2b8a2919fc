import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { ask, chatIn, openChat } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const own = 'Answers come from an AI and can be wrong. Check what matters.';
const reworded = 'Hier antwortet die KI der Stadtwerke, nicht ein Mensch.';

/** The words in view that say who answers, and what Message is described with to who does not see them. */
const notice = `(() => {
  const shown = [...document.querySelectorAll('.ai-notice')].filter((each) => each.checkVisibility());
  const described = document.getElementById(document.querySelector('.composer textarea').getAttribute('aria-describedby'));
  return { shown: shown.map((each) => each.textContent), described: described?.textContent ?? null };
})()`;

/** Whether all of the notice can be read without scrolling. */
const isInView = `(() => {
  const { top, bottom } = document.querySelector('.ai-notice').getBoundingClientRect();
  const log = document.querySelector('.log').getBoundingClientRect();
  return top >= log.top - 1 && bottom <= log.bottom + 1;
})()`;

const noticeIn = (page: Page | Frame) => page.evaluate<{ shown: string[]; described: string | null }>(notice);

describe('That answers come from an AI', () => {
  const launched = useLauncher();

  for (const [where, options] of [
    ['a desktop', { viewport: { width: 1280, height: 800 } }],
    ['a phone', { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true }],
    ['a phone on its side', { viewport: { width: 740, height: 360 } }],
  ] as const) {
    test(
      `is said before the first question on ${where}, to who does not see it, too`,
      launched(
        async ({ world, tenant, tab }) => {
          const page = await tab.chat(tenant);
          deepEqual(await noticeIn(page), { shown: [`AI ${own}`], described: `AI ${own}` });
          await untilTrue(page, isInView);
          await requireAccessible(page, where);
          world.hosted.api.provider.enqueue({ texts: ['A short answer.'] });
          await page.getByRole('textbox', { name: 'Message' }).fill('Who are you?');
          await page.keyboard.press('Enter');
          await page.getByText('A short answer.').waitFor();
          // Message is described once, or it would be read with every question.
          const isLarge = where === 'a desktop';
          deepEqual(await noticeIn(page), { shown: isLarge ? [`AI ${own}`] : [], described: null });
        },
        { tab: { ...options, bypassCSP: true } },
      ),
    );
  }

  test(
    'is said by the dialog of the launcher before there is a chat, and by the chat in its frame',
    launched(
      async ({ site, tab }) => {
        const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
        await tab.page.route('**/embed*', async (route) => {
          await held;
          await route.continue();
        });
        await tab.page.goto(site.origin());
        await tab.page.getByRole('button', { name: 'Open chat' }).click();
        const dialog = tab.page.getByRole('dialog', { name: 'Chat' });
        await dialog.getByText('AI · Answers come from an AI').waitFor();
        equal(await dialog.getAttribute('aria-description'), 'AI · Answers come from an AI');
        await requireAccessible(tab.page, 'loading');
        goOn();
        await chatIn(tab.page).locator('.ai-notice').waitFor();
        const [, frame] = tab.page.frames();
        ok(frame);
        deepEqual(await noticeIn(frame), { shown: [`AI ${own}`], described: `AI ${own}` });
        await requireAccessible(frame, 'frame');
        await ask(tab.page, 'Hello');
        await chatIn(tab.page).locator('.ai-notice').waitFor({ state: 'hidden' });
      },
      { tab: { bypassCSP: true } },
    ),
  );

  test(
    'is reworded by a tenant in a language, behind a mark that stays',
    launched(async ({ world, tenant, site, tab }) => {
      const change = (sql: string) =>
        world.hosted.api.database.query(sql, [tenant.client.id, JSON.stringify({ de: reworded })]);
      await change('insert into brands (client_id, ai_notice) values ($1, $2)');
      await using german = await world.tab({ locale: 'de-DE' });
      await tenant.user('leserin@example.com');
      await german.enter(tenant, 'leserin@example.com');
      await german.page.locator('.composer textarea').waitFor();
      deepEqual((await noticeIn(german.page)).shown, [`AI ${reworded}`]);
      await openChat(tab, site);
      await chatIn(tab.page).locator('.ai-notice').waitFor();
      const [, frame] = tab.page.frames();
      ok(frame);
      deepEqual((await noticeIn(frame)).shown, [`AI ${own}`], 'English has no words of the tenant');
      equal(await german.page.locator('.ai-notice b').textContent(), 'AI');
    }),
  );
});

describe('What a model wrote', () => {
  const launched = useLauncher();

  test(
    'says so in what a reader saves',
    launched(async ({ world, tenant, tab }) => {
      const page = await tab.chat(tenant);
      world.hosted.api.provider.enqueue({ texts: ['A short answer.'] });
      await page.getByRole('textbox', { name: 'Message' }).fill('Who are you?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Good answer' }).waitFor();
      for (const [name, mark] of [
        ['Export as Markdown', /^## You, .*\n\nWho are you\?\n\n## Answer \(AI\), .*\n\nA short answer\.$/m],
        [
          'Export as JSON',
          /^(?:(?!"ai_generated")[\s\S])*A short answer\.",\s+"status": "complete",\s+"ai_generated": true/,
        ],
      ] as const) {
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('button', { name }).click();
        match(await readFile(await (await saved).path(), 'utf8'), mark);
      }
    }),
  );
});

describe('What a model that thinks shows its reader', () => {
  const launched = useLauncher();

  test(
    'is for how long, until its first word',
    launched(async ({ world, tenant, tab }) => {
      const page = await tab.chat(tenant);
      const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
      world.hosted.api.provider.enqueue({
        texts: ['<think>', 'A secret plan', '</think>', 'The answer.'],
        before: (place) => (place === 2 ? held : undefined),
      });
      await page.getByRole('textbox', { name: 'Message' }).fill('Why?');
      await page.keyboard.press('Enter');
      await page.getByText(/^Thinking · [12] s$/).waitFor();
      const shown = await page.locator('.answer').textContent();
      await page.getByText(/^Thinking · [3-9] s$/).waitFor();
      goOn();
      await page.getByText('The answer.').waitFor();
      equal(await page.getByText('Thinking').count(), 0);
      match(shown ?? '', /^Thinking/);
      equal(await page.getByText('secret').count(), 0);
      tab.requireNoComplaints();
    }),
  );

  test(
    'is still there after a reload, in a process that knows of it',
    launched(async ({ world, tenant, tab }) => {
      const page = await tab.chat(tenant);
      const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
      const texts = ['<think>', '</think>The answer.'];
      world.hosted.api.provider.enqueue({ texts, before: (place) => (place === 1 ? held : undefined) });
      await page.getByRole('textbox', { name: 'Message' }).fill('Why?');
      await page.keyboard.press('Enter');
      await page.getByText(/^Thinking · \d s$/).waitFor();
      await page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: 'Why?' }).waitFor();
      await page.reload();
      await page.getByText(/^Thinking · \d s$/).waitFor();
      goOn();
      await page.getByText('The answer.').waitFor();
      equal(await page.getByText('Thinking').count(), 0);
    }),
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'An empty chat says that answers come from an AI',
    file: 'src/web/chat/conversation/greeting.tsx',
    replace: '      <AiNotice />\n',
    by: '',
  },
  {
    rule: 'Message is described with the notice before the first question',
    file: 'src/web/chat/composer/composer.tsx',
    replace: 'isFirst ? aiNoticeId : undefined',
    by: 'undefined',
  },
  {
    rule: 'A tenant rewords the notice in the language of the page',
    file: 'src/web/chat/composer/ai-notice.tsx',
    replace: 'aiNotice[language.value] ?? text.composer.hint',
    by: 'text.composer.hint',
  },
  {
    rule: 'The dialog of the launcher is described with the notice',
    file: 'src/launcher/panel/cover.ts',
    replace: 'panel.ariaDescription =',
    by: 'panel.ariaDetails =',
  },
  {
    rule: 'The seconds of a step are counted on',
    file: 'src/web/chat/conversation/progress.tsx',
    replace: 'const timer = setInterval(count, 1_000);',
    by: 'const timer = setInterval(() => {}, 1_000);',
  },
];
