import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { untilTrue } from '#test/browser/until-true.ts';

let world: BrowserWorld;

/** Collects what a screen reader is given: what changes inside of regions that are announced. */
const listen = `{
  window.heard = [];
  delete Document.prototype.ariaNotify;
  const politeness = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest('[aria-live], [role=status], [role=alert], [role=log]');
    if (!region) return 'off';
    return region.getAttribute('aria-live') ?? { status: 'polite', log: 'polite', alert: 'assertive' }[region.getAttribute('role')];
  };
  const note = (records) => {
    for (const { target } of records) {
      const manner = politeness(target);
      const text = target.textContent.trim();
      if (manner !== 'off' && text) heard.push(manner + ': ' + text);
    }
  };
  const begin = () => new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true });
  document.addEventListener('DOMContentLoaded', begin);
}`;

describe('A reader who does not see the page', () => {
  before(async () => {
    world = await openBrowserWorld();
  });

  after(() => world[Symbol.asyncDispose]());

  test('is told that an answer is written, that it is complete, and once what it says', async () => {
    await using tab = await world.tab();
    await tab.page.addInitScript(listen);
    const page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: ['Some words', ' and more.'], paceMs: 20 });
    await page.evaluate('heard.length = 0');
    await send(page, 'Hello');
    await untilTrue(page, "heard.includes('polite: Some words and more.')");
    const heard = await page.evaluate<string[]>('[...new Set(heard)]');
    deepEqual(heard, ['polite: Answering', 'polite: Answer complete', 'polite: Some words and more.']);
  });

  test('is told of a stop, and of a refusal at once', async () => {
    await using tab = await world.tab();
    await tab.page.addInitScript(listen);
    const page = await tab.chat(await world.hosted.tenant({ user_requests_limit: 1 }));
    world.hosted.api.provider.enqueue({ texts: ['Begun', 'never'], stallAfter: 1 });
    await send(page, 'Hello');
    await page.getByText('Begun').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await untilTrue(page, "heard.includes('polite: Answer cut short')");
    await untilTrue(page, 'heard.some((each) => /^assertive: .*daily limit for/.test(each))');
    tab.requireNoComplaints();
  });

  test('is told when the connection is lost', async () => {
    await using tab = await world.tab();
    await tab.page.addInitScript(listen);
    const page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: ['Begun', 'never'], stallAfter: 1 });
    await send(page, 'Hello');
    await page.getByText('Begun').waitFor();
    const words = 'Connection lost. The answer continues; reconnecting…';
    const lost = page.getByRole('log').getByText(words);
    equal(await lost.count(), 0);
    // Nothing that the browser offers cuts what it is reading. No test comes after this one.
    world.hosted.api.serviceOf().kill('SIGKILL');
    await lost.waitFor();
    await untilTrue(page, `heard.includes('polite: ${words}')`);
  });
});

async function send(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.keyboard.press('Enter');
}

export const breaks: readonly Break[] = [
  {
    rule: 'What grows in the conversation is not announced piece by piece',
    file: 'src/web/chat/conversation/log.tsx',
    replace: 'aria-live="off"',
    by: 'aria-live="polite"',
  },
  {
    rule: 'That an answer is written and that it has ended is announced',
    file: 'src/web/chat/app.tsx',
    replace: '<div class="visually-hidden" role="status">',
    by: '<div class="visually-hidden">',
  },
  {
    rule: 'A finished answer is announced where the browser has no call for it',
    file: 'src/web/chat/app.tsx',
    replace: '<div class="visually-hidden" aria-live="polite">',
    by: '<div class="visually-hidden" aria-live="off">',
  },
  {
    rule: 'A stop is announced as one',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: ': answerStopped;',
    by: ': answerComplete;',
  },
  {
    rule: 'A refusal is announced at once',
    file: 'src/web/chat/composer/notice-bar.tsx',
    replace: '<div id={noticeId} role="alert">',
    by: '<div id={noticeId}>',
  },
  {
    rule: 'A lost connection is announced as well as shown',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace:
      'chat.status.value = connected ? laterText.progress.answering : laterText.progress.reconnecting;',
    by: '',
  },
  {
    rule: 'A connection that is lost while an answer is written is announced',
    file: 'src/web/shared/api/follow-answer.ts',
    replace: 'listener.onConnection(false);',
    by: '',
  },
];
