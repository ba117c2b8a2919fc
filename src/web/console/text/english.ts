import type { SectionName } from '../sections.ts';

const sectionNames: Record<SectionName, string> = {
  overview: 'Overview',
  partners: 'Partners',
  usage: 'Usage',
  live: 'Live',
  failures: 'Failures',
  providers: 'Providers',
  agents: 'Agents',
  audit: 'Audit',
  settings: 'Settings',
};

const roles: Readonly<Record<string, string>> = {
  owner: 'Owner',
  operator: 'Operator',
  support: 'Support',
  viewer: 'Viewer',
};

export const english = {
  product: 'Parley',
  title: 'Console',
  sections: 'Sections',
  sectionNames,
  roles,
  goTo: 'Go to',
  menu: 'Menu',
  signOut: 'Sign out',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved',
  unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  more: 'Show more',
  refresh: 'Refresh',
  done: 'I have stored it',
  csv: 'Download CSV',
  moreUsage: 'Usage in detail',
  span: 'Time',
  spans: { day: 'Today', month: '30 days' },
  onlySince: (time: string) => `Only what happened since ${time} is shown: there is more than a chart reads.`,
  chart: 'Chart',
  table: 'Table',
  view: 'View',
  none: 'None',
  unknown: '–',
  ago: (age: string) => `${age} ago`,
  linkSession: (time: string) =>
    `You are signed in through a link until ${time}, and cannot change keys, operators or secrets.`,
  addPasskey: 'Create a passkey',

  stepUp: {
    title: 'Confirm that it is you',
    body: 'This needs your passkey, used within the last ten minutes.',
    byLink: 'This needs a passkey, and you signed in through a link. Create one, then try again.',
    confirm: 'Use passkey',
  },

  secret: {
    title: 'Copy it now',
    body: 'It is shown only once and cannot be read again.',
  },

  problems: {
    offline: 'You are offline.',
    unreachable: 'The service could not be reached. Try again.',
    unexpected: 'Something went wrong. Try again.',
    passkeyUnused: 'The passkey was not used. Try again.',
    passkeyKnown: 'This device already has a passkey for you.',
    passkeyMissing: 'This browser does not support passkeys. Use a current one, on https or on localhost.',
  },
};
