import { type AccountPageData, assistantScopes, screenScopes } from '#contract/pages.ts';
import type { Administration } from '#core/administration/administration.ts';
import { presentEmbedding, presentSubscription } from '#core/administration/tenant/present-tenant.ts';
import type { BrandStore } from '#core/brand/brand-store.ts';
import { presentBrand } from '#core/brand/present-brand.ts';
import type { Agent, Client } from '#core/clients/client.ts';
import { type HostedUserStore, presentHostedUser } from '#core/clients/hosted-user.ts';
import { usableAgents } from '#core/identity/agents.ts';
import type { Visitor } from '#core/identity/caller.ts';
import { grants, mayChat } from '#core/identity/gate.ts';
import { presentPage } from '#core/shared/list-page.ts';
import { readTenantUsage } from '#core/usage/read-tenant-usage.ts';
import type { TenantUsageStore } from '#core/usage/tenant-usage-store.ts';
import type { Hosts } from '../server/hosts.ts';
import { pageTenant, readPageUser } from './chat-data.ts';
import type { LauncherBuild } from './launcher-build.ts';

export interface AccountPageServices {
  readonly hosts: Hosts;
  readonly brands: BrandStore;
  readonly users: HostedUserStore;
  readonly administration: Administration;
  readonly tenantUsage: TenantUsageStore;
  readonly launcher: LauncherBuild;
}

/** The data for the account page's first view. */
export async function accountPageData(
  services: AccountPageServices,
  caller: Visitor,
): Promise<AccountPageData> {
  const { hosts, administration, tenantUsage } = services;
  const { client } = caller;
  const [brand, user, usage, users, launcher] = await Promise.all([
    services.brands.find(client.id),
    readPageUser(services.users, caller),
    readTenantUsage({ ...administration, tenantUsage }, client),
    administration.users.list(client.slug, {}),
    services.launcher.current(),
  ]);
  return {
    page: 'account',
    tenant: pageTenant(client, brand),
    user,
    usage,
    subscription: presentSubscription(client),
    brand: presentBrand(brand),
    embedding: presentEmbedding(client, hosts.tenantUrl(client.slug), launcher, brand.accent),
    users: presentPage(users, presentHostedUser),
    assistantScopes: assistantScopes.filter((scope) => grants(client.scopes, scope)),
    screenScopes: screenScopes.filter((scope) => grants(client.scopes, scope)),
    agents: agentsOf(client),
    chatUrl: mayChat(client.subscriptionStatus) ? '/' : null,
    signOutUrl: '/session/end',
  };
}

function agentsOf(client: Client): AccountPageData['agents'] {
  const isDefault = ({ slug }: Agent) => slug === client.defaultAgent;
  const agents = usableAgents(client);
  return [...agents.filter(isDefault), ...agents.filter((agent) => !isDefault(agent))].map(
    ({ slug, name }) => ({
      slug,
      name,
    }),
  );
}
