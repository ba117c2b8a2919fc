import type { AccountPageData } from '#contract/pages.ts';

const sectionNames = [
  'usage',
  'users',
  'assistant',
  'knowledge',
  'tools',
  'brand',
  'embedding',
  'webhooks',
  'security',
  'subscription',
] as const;
export type SectionName = (typeof sectionNames)[number];

type Tenant = Pick<AccountPageData, 'assistantScopes' | 'screenScopes' | 'subscription'>;

/** The sections that the tenant has. */
export function sectionsFor({ assistantScopes, screenScopes }: Tenant): readonly SectionName[] {
  return sectionNames.filter((name) => {
    switch (name) {
      case 'assistant':
        return assistantScopes.length > 0;
      case 'knowledge':
      case 'tools':
        return screenScopes.includes(name);
      default:
        return true;
    }
  });
}

/** The section in the URL's fragment, or else the most important one. */
export function sectionOfAddress(hash: string, tenant: Tenant): SectionName {
  const named = sectionsFor(tenant).find((name) => `#${name}` === hash);
  return named ?? (tenant.subscription.chat_allowed ? 'usage' : 'subscription');
}
