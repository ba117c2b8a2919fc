export { common } from '../common.ts';

export const readLater = () => import('./later.ts');

export const account = {
  backToChat: 'Open chat',
  sections: 'Sections',
  menu: 'Menu',
  signOut: 'Sign out',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Saved',
  refresh: 'Refresh',
  more: 'Show more',
  csv: 'Download CSV',

  sectionNames: {
    usage: 'Usage',
    users: 'Users',
    assistant: 'Assistant',
    brand: 'Brand',
    embedding: 'Embedding',
    webhooks: 'Webhooks',
    security: 'Security',
    subscription: 'Subscription',
  },

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
    text: 'The draft',
    description: 'The description',
    types: 'The types',
    enabled: 'This right',
    admin: 'This right',
    identity: 'The identity',
    other: 'The value',
  },

  problems: {
    offline: 'You are offline. Nothing was changed.',
    unreachable: 'The service could not be reached. Try again.',
    unexpected: 'Something went wrong. Try again.',
    userExists: 'There is already somebody with this email.',
    gone: 'It is no longer there. Load the page again.',
    tooManyWebhooks: 'This is the maximum number of endpoints. Delete one first.',
    emailNotSent:
      'The mail server did not accept the email. The person was added; reset the password to try again.',
  },

  /** What is wrong with a field, by the code that the service sends, or by field and code where that says more. */
  mistakes: {
    'email.format': 'Write an email address, such as ada@example.com.',
    'accent.format': 'Write a colour as #rrggbb.',
    'origins.format': 'Write an origin, such as https://www.example.com; http:// is for localhost only.',
    format: 'Write one line of visible characters.',
    webhook_url_not_allowed:
      'Write a public address that begins with https://, without a user and a password, and not of this service. The operator can allow other networks.',
    'types.unknown': 'There is no such type of event.',
    own_account: 'You cannot do that to yourself.',
    reserved_identity_prefix:
      'An identity that begins with hu: belongs to a person who signs in; enter all of it.',
    characters: 'It contains characters that cannot be stored.',
    image: 'The file must be an undamaged PNG, JPEG, WebP or GIF of at most 4096 × 4096 pixels.',
    svg: 'An SVG can carry script. Use a PNG, JPEG, WebP or GIF.',
    maxLength: 'That is too long.',
    maxItems: 'There are too many.',
    required: 'Fill in this field.',
    invalid: 'This was not accepted.',
  },
  mistakeIn: (field: string, mistake: string) => `${field}: ${mistake}`,

  usage: {
    today: 'Today',
    days: 'The last 30 days',
    byUser: 'By user',
    byUserNote: 'The 100 people who used the chat most in the last 30 days.',
    resets: (time: string) => `Resets ${time}. Days are UTC days.`,
    noLimit: (used: string) => `${used} · no limit`,
    of: (used: string, limit: string) => `${used} of ${limit}`,
    allUsers: 'of all users together',
    dimension: 'What to show',
    chart: 'Chart',
    table: 'Table',
    view: 'View',
    summary: (name: string, total: string, peak: string, day: string) =>
      `${name}: ${total} in 30 days, most on ${day} with ${peak}.`,
    noneOf: (name: string) => `${name}: none in the last 30 days.`,
    onDay: (day: string, count: string) => `${day}: ${count}`,
    total: (count: string) => `${count} in 30 days`,
    day: 'Day (UTC)',
    user: 'User',
    todayColumn: 'Today',
    monthColumn: '30 days',
    topToday: 'Most used today',
    emptyToday: 'No question was sent today.',
    unguarded:
      'Your chat can be embedded and limits neither each user nor concurrent answers: one visitor can exhaust everyone’s daily limit. Ask the operator of this service to set one.',
    empty: 'Nobody has used the chat in the last 30 days. Questions will be counted here.',
  },

  people: {
    title: 'People by identity',
    note: 'People who come through your own site have the identity that your backend gave them. A blocked person can read but not send.',
    identity: 'Identity',
    block: 'Block',
    unblock: 'Unblock',
    blockName: (name: string) => `Block ${name}`,
    unblockName: (name: string) => `Unblock ${name}`,
    blocked: 'Blocked',
    blockTitle: 'Block this person?',
    blockBody: (name: string) =>
      `${name} can still read, but can no longer send. Waiting questions are cancelled and not counted, and an answer that is being written is cut off.`,
    undo: 'Undo',
    sending: 'Sending',
    export: 'Export data',
    erase: 'Erase data',
    noneBlocked: 'Nobody is blocked.',
    wasBlocked: (name: string) => `${name} is blocked`,
    wasUnblocked: (name: string) => `${name} can send again`,
    eraseTitle: 'Erase this person’s data?',
    eraseBody: (name: string) =>
      `Everything that is stored about ${name} is erased: conversations, feedback and, where there is one, the account. It cannot be undone. Usage counts are kept without the name.`,
    confirmErase: 'Erase',
    wasErased: 'The data is erased',
    isErasing: 'The data is being erased',
  },

  subscription: {
    note: 'What your contract allows. The operator of this service can change it.',
    status: 'Status',
    statuses: { trial: 'Trial', active: 'Active', past_due: 'Past due', canceled: 'Canceled' },
    allowed: 'Everybody can chat.',
    notAllowed:
      'Chat is paused: nobody can send, and only administrators can sign in. Conversations are kept. Ask the operator of this service to renew the subscription.',
    limits: 'Limits for a day',
    shared: 'All users together',
    eachUser: (name: string) => `${name}, for each user`,
    noLimit: 'No limit',
    enabled: 'Enabled',
    notEnabled: 'Not enabled',
  },
};
