import { dimensionNames } from '../../shared/text/dimension-names.ts';
import { englishActions } from './english-actions.ts';
import { englishPeople } from './english-people.ts';
import { englishSections } from './english-sections.ts';
import { englishWebhooks } from './english-webhooks.ts';

export const english = {
  title: 'Account',
  backToChat: 'Open chat',
  sections: 'Sections',
  menu: 'Menu',
  signOut: 'Sign out',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved',
  refresh: 'Refresh',
  more: 'Show more',
  never: 'never',
  csv: 'Download CSV',

  sectionNames: {
    usage: 'Usage',
    users: 'Users',
    brand: 'Brand',
    embedding: 'Embedding',
    webhooks: 'Webhooks',
    security: 'Security',
    subscription: 'Subscription',
  },

  dimensions: dimensionNames,

  /** The names of fields, by the pointers that the service sends. */
  fields: {
    email: 'Email',
    assistant_name: 'The name of the assistant',
    accent: 'The accent colour',
    greeting: 'The greeting',
    starters: 'Starter',
    origins: 'Origin',
    page_url: 'The address of the page',
    token_endpoint: 'The token endpoint',
    url: 'The address',
    description: 'The description',
    types: 'The types',
    enabled: 'This right',
    admin: 'This right',
    other: 'The value',
  },

  problems: {
    offline: 'You are offline. Nothing was changed.',
    unreachable: 'The service could not be reached. Try again.',
    unexpected: 'Something went wrong. Try again.',
    userExists: 'Somebody with this email is here already.',
  },

  actions: englishActions,
  people: englishPeople,
  ...englishSections,
  webhooks: englishWebhooks,
};
