import type { AccountPageData } from '#contract/pages.ts';
import { mayChat } from '#core/access/gate.ts';
import type { Visitor } from '#core/identity/caller.ts';
import type { Administration } from '#core/tenants/administration.ts';
import type { BrandStore } from '#core/tenants/brand-store.ts';
import { type HostedUserStore, presentHostedUser } from '#core/tenants/hosted-user.ts';
import { presentPage } from '#core/tenants/list-page.ts';
import { presentBrand } from '#core/tenants/present-brand.ts';
import { presentEmbedding, presentSubscription } from '#core/tenants/present-tenant.ts';
import { readTenantUsage } from '#core/tenants/read-tenant-usage.ts';
import type { TenantUsageStore } from '#core/tenants/tenant-usage-store.ts';
import type { Hosts } from '../hosts.ts';
import { labelOf, pageTenant } from './chat-data.ts';
import type { LauncherBuild } from './launcher-build.ts';

export interface AccountPageServices {
  readonly hosts: Hosts;
  readonly brands: BrandStore;
  readonly users: HostedUserStore;
  readonly administration: Administration;
  readonly tenantUsage: TenantUsageStore;
  readonly launcher: LauncherBuild;
}

/** Everything that the account page shows first. */
export async function accountPageData(
  services: AccountPageServices,
  caller: Visitor,
): Promise<AccountPageData> {
  const { hosts, administration, tenantUsage } = services;
  const { client } = caller;
  const [brand, label, usage, users, launcher] = await Promise.all([
    services.brands.find(client.id),
    labelOf(services.users, caller),
    readTenantUsage(administration.reports, tenantUsage, client),
    administration.users.list(client.slug, {}),
    services.launcher.current(),
  ]);
  return {
    page: 'account',
    tenant: pageTenant(client, brand),
    user: { id: caller.userId, label, admin: caller.admin },
    usage,
    subscription: presentSubscription(client),
    brand: presentBrand(brand),
    embedding: presentEmbedding(client, hosts.tenantUrl(client.slug), launcher),
    users: presentPage(users, presentHostedUser),
    chatUrl: mayChat(client.subscriptionStatus) ? '/' : null,
    signOutUrl: '/session/end',
  };
}
