export const sectionNames = [
  'overview',
  'partners',
  'usage',
  'live',
  'failures',
  'providers',
  'agents',
  'audit',
  'settings',
] as const;
export type SectionName = (typeof sectionNames)[number];
