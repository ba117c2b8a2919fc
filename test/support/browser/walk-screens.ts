import type { Page } from 'playwright-core';
import { until } from '../reading/until.ts';

/** The words of a place, as the page shows them. */
type Words = (place: string) => string;
type Collect = (page: Page, place: string) => Promise<void>;

/** Drops one file that can be read and one that cannot, and asks to delete what came of them. */
export async function walkKnowledge(page: Page, words: Words, collect: Collect): Promise<void> {
  const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('Eine Antwort') });
  await page.locator('input[type=file]').setInputFiles(['assistant.txt', 'assistant.tiff'].map(file));
  await page.locator('.uploads .field-problem').waitFor();
  await page.locator('main form input').last().fill('Eine Frage');
  await button(page, words('later.knowledge.find')).click();
  await page.locator('.source-text').waitFor();
  await collect(page, 'documents');
  await button(page, words('later.knowledge.remove')).click();
  await page.getByRole('dialog').waitFor();
  await collect(page, 'a question before deleting');
  await page.keyboard.press('Escape');
}

/** Adds a server that refuses connections, and shows what the screen "Tools" says of it. */
export async function walkTools(page: Page, words: Words, collect: Collect): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.locator('.section-tools button').click();
  await dialog.locator('input').first().fill('assistant');
  await dialog.locator('input').last().fill('http://10.0.0.1/');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('[role=alert] p').waitFor();
  await collect(page, 'a refused tool server');
  await dialog.locator('input').last().fill('http://127.0.0.1:9/tools');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('pre').waitFor();
  await collect(page, 'the secret of a tool server');
  await page.keyboard.press('Escape');
  await button(page, words('later.tools.refresh')).click();
  await page.getByText('ECONNREFUSED').waitFor();
  await button(page, words('later.tools.showTools')).click();
  await page.getByText(words('later.tools.noTools')).waitFor();
  await button(page, words('later.tools.showCalls')).click();
  await page.getByText(words('later.tools.noCalls')).waitFor();
  await collect(page, 'a tool server without tools and calls');
}

/** Adds an address that refuses connections, and shows what was sent to it. */
export async function walkWebhooks(page: Page, words: Words, collect: Collect): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const url of ['http://10.0.0.1/', 'http://127.0.0.1:9/hook']) {
    if ((await dialog.count()) === 0) await page.locator('.section-tools button').click();
    await dialog.locator('input').first().fill(url);
    await dialog.locator('button[type=submit]').click();
    await dialog.locator(url.includes('127') ? 'pre' : '[role=alert] p').waitFor();
    await collect(page, url);
  }
  await page.keyboard.press('Escape');
  const actions = page.locator('.item > .row-actions button');
  await actions.first().click();
  await actions.last().click();
  await until(async () => {
    await button(page, words('account.refresh')).click();
    const tries = await page.locator('.deliveries .note').allInnerTexts();
    return tries.some((words) => words.includes('ECONNREFUSED'));
  });
  await collect(page, 'deliveries');
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}
