import type { AccountPageData } from '#contract/pages.ts';

const sectionNames = [
  'usage',
  'users',
  'assistant',
  'brand',
  'embedding',
  'webhooks',
  'security',
  'subscription',
] as const;
export type SectionName = (typeof sectionNames)[number];

type Tenant = Pick<AccountPageData, 'assistantScopes' | 'subscription'>;

/** The sections that the tenant has. */
export function sectionsFor({ assistantScopes }: Tenant): readonly SectionName[] {
  return sectionNames.filter((name) => name !== 'assistant' || assistantScopes.length > 0);
}

/** The section in the URL's fragment, or else the most important one. */
export function sectionOfAddress(hash: string, tenant: Tenant): SectionName {
  const named = sectionsFor(tenant).find((name) => `#${name}` === hash);
  return named ?? (tenant.subscription.chat_allowed ? 'usage' : 'subscription');
}
