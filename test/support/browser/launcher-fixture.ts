import { before } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import type { Tenant } from '#test/world/hosted.ts';
import { type BrowserWorld, shareBrowserWorld } from './browser.ts';
import type { Tab } from './browser-tab.ts';
import { openPartner } from './open-partner.ts';
import type { PartnerSite } from './partner-site.ts';

/** What a test of the launcher works with: a partner of its own, and a window that has seen nothing yet. */
export interface Launched {
  readonly world: BrowserWorld;
  readonly tenant: Tenant;
  readonly site: PartnerSite;
  readonly tab: Tab;
}

export interface LaunchedOptions {
  /** Columns of the tenant's row. */
  readonly client?: Readonly<Record<string, unknown>>;
  readonly tab?: BrowserContextOptions;
}

/** The function that it returns makes the body of a test, and opens a partner and a window for it. */
export function useLauncher() {
  let world: BrowserWorld;
  before(async () => {
    world = await shareBrowserWorld();
  });
  return (body: (launched: Launched) => Promise<void>, { client, tab: options }: LaunchedOptions = {}) =>
    async () => {
      const { tenant, site } = await openPartner(world, client);
      await using _site = site;
      await using tab = await world.tab(options);
      await body({ world, tenant, site, tab });
    };
}
