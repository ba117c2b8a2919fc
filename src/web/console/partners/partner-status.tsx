import type { AdminClient } from '#contract/admin.ts';
import { Badge } from '../../administration/components/badge.tsx';
import { partnerWords as text } from './partner-words.ts';

/** The subscription, or that the partner is revoked, which takes precedence. */
export function PartnerStatus({ client }: { readonly client: AdminClient }) {
  if (!client.enabled) return <Badge tone="danger">{text.revoked}</Badge>;
  const { subscription_status: status } = client;
  const tone = status === 'active' ? 'accent' : status === 'trial' ? 'plain' : 'warning';
  return <Badge tone={tone}>{text.statuses[status]}</Badge>;
}
