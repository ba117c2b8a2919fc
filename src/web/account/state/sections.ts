export const sectionNames = [
  'usage',
  'users',
  'brand',
  'embedding',
  'webhooks',
  'security',
  'subscription',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** The section in the URL's fragment, or else the most important one. */
export function sectionOfAddress(hash: string, chatAllowed: boolean): SectionName {
  const named = sectionNames.find((name) => `#${name}` === hash);
  return named ?? (chatAllowed ? 'usage' : 'subscription');
}
