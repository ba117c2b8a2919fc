import type { Page } from 'playwright-core';

/** Presses Ctrl and the key that has `letter` on a Latin keyboard and `key` on the person's own, with Shift for a capital. */
export async function pressElsewhere(page: Page, key: string, letter: string): Promise<void> {
  const upper = letter.toUpperCase();
  const session = await page.context().newCDPSession(page);
  const modifiers = letter === upper ? 10 : 2;
  const pressed = { key, code: `Key${upper}`, windowsVirtualKeyCode: upper.charCodeAt(0), modifiers };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await session.detach();
}
