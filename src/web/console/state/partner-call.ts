import { createTenantCall, type TenantCall } from '../../administration/state/tenant-call.ts';

/** The calls about one partner that its own account page has, too. */
export function partnerCall(slug: string): TenantCall {
  return createTenantCall(`/api/clients/${encodeURIComponent(slug)}`);
}
