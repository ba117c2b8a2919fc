import { equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { chatIn, openChat } from '#test/browser/launched.ts';
import { openPartner } from '#test/browser/open-partner.ts';
import type { Tenant } from '#test/world/hosted.ts';

const told = 'You were blocked from sending. Your conversations stay readable.';

describe('A person who is blocked', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('reads so on the chat page before writing, and no more when let in again', async () => {
    const tenant = await world.hosted.tenant();
    const user = await tenant.user('ada@example.com');
    await setBlocked(tenant, `hu:${user.id}`, true);
    await using tab = await world.tab();
    await tab.enter(tenant, 'ada@example.com');
    await toldIn(tab).waitFor();
    await setBlocked(tenant, `hu:${user.id}`, false);
    await tab.page.reload();
    await tab.page.locator('.sidebar .usage').waitFor({ state: 'attached' });
    await toldIn(tab).waitFor({ state: 'detached' });
    equal(await toldIn(tab).count(), 0);
  });

  test('reads so in the launcher', async () => {
    const { tenant, site } = await openPartner(world);
    await using _ = site;
    await setBlocked(tenant, 'anna', true);
    await using tab = await world.tab();
    await openChat(tab, site);
    const notice = chatIn(tab.page).getByRole('alert').filter({ hasText: told });
    await notice.waitFor();
    equal(await notice.count(), 1);
  });

  function toldIn(tab: Tab) {
    return tab.page.getByRole('alert').filter({ hasText: told });
  }

  async function setBlocked(tenant: Tenant, identity: string, isBlocked: boolean): Promise<void> {
    const { blocked } = world.hosted.administration;
    await blocked[isBlocked ? 'block' : 'unblock']({ kind: 'operator-cli' }, tenant.slug, identity);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A blocked person learns of it before writing',
    file: 'src/web/chat/life/start-page.ts',
    replace: `    showBlocked(chat),
`,
    by: '',
  },
];
