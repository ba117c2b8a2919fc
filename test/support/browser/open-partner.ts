import type { Hosted, Tenant } from '../world/hosted.ts';
import { PartnerSite } from './partner-site.ts';

/** A tenant, and the site of a partner that may embed its chat and mints tokens for `anna`. */
export async function openPartner(
  world: { readonly hosted: Hosted },
  columns: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly tenant: Tenant; readonly site: PartnerSite }> {
  const tenant = await world.hosted.tenant(columns);
  const site = await PartnerSite.open(tenant.url(''));
  await allowOrigins(world, tenant, [site.origin()]);
  site.tokens = async () => ({ body: { token: await tenant.token('anna') } });
  return { tenant, site };
}

export async function allowOrigins(
  world: { readonly hosted: Hosted },
  tenant: Tenant,
  origins: readonly string[],
): Promise<void> {
  await world.hosted.administration.clients.update({ kind: 'operator-cli' }, tenant.slug, {
    origins: [...origins],
  });
}
