import { equal } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Tenant } from '../world/hosted.ts';
import type { Tab } from './browser-tab.ts';

/** A new administrator of the tenant, at a section of the account page. */
export async function openAccount(tab: Tab, tenant: Tenant, section: string): Promise<Page> {
  await tenant.user('admin@example.com', { admin: true });
  await tab.enter(tenant, 'admin@example.com', `/account#${section}`);
  equal((await tab.page.getByRole('heading', { level: 1 }).textContent())?.toLowerCase(), section);
  return tab.page;
}
