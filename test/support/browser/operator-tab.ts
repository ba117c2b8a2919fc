import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OperatorRole } from '#contract/console/roles.ts';
import { ConsoleWorld } from '#test/console/console-world.ts';
import type { BrowserWorld } from './browser.ts';
import type { Tab } from './browser-tab.ts';

/** A window at the console whose device makes and uses passkeys without asking. */
export async function openConsoleTab(
  world: BrowserWorld,
  options: BrowserContextOptions = {},
): Promise<{ readonly tab: Tab; readonly console: ConsoleWorld }> {
  const tab = await world.tab(options);
  await addAuthenticator(tab.page);
  return { tab, console: new ConsoleWorld(world.hosted.api) };
}

/** The same, with a new operator of this role who has signed in by a link and made a passkey. */
export async function openAsOperator(
  world: BrowserWorld,
  role: OperatorRole,
  options: BrowserContextOptions = {},
): Promise<{ readonly tab: Tab; readonly console: ConsoleWorld; readonly email: string }> {
  const { tab, console } = await openConsoleTab(world, options);
  const email = newAddress(role);
  await tab.page.goto(`${console.origin}/enrol#${await console.code(email, role)}`);
  await tab.page.getByRole('button', { name: 'Use this link' }).click();
  await tab.page.getByRole('button', { name: 'Create passkey' }).click();
  await tab.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return { tab, console, email };
}

/** The same, already signed in, without the pages for that: they are the subject of a few tests. */
export async function enterAsOperator(
  world: BrowserWorld,
  role: OperatorRole,
  options: BrowserContextOptions = {},
): Promise<{ readonly tab: Tab; readonly console: ConsoleWorld }> {
  const tab = await world.tab(options);
  const console = new ConsoleWorld(world.hosted.api);
  const { cookies } = await console.signedIn(role, newAddress(role));
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookies) ?? [];
  const session = { name, value, url: console.origin, httpOnly: true, sameSite: 'Strict' } as const;
  await tab.page.context().addCookies([session]);
  return { tab, console };
}

function newAddress(role: OperatorRole): string {
  return `${role}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** Chromium's own authenticator in software: a platform one with a verified user and discoverable credentials. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
