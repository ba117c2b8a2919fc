import { formatNumber } from '#web/shared/text/format.ts';
import { audit } from './audit.ts';
import { ended } from './ended.ts';
import { findings } from './findings.ts';
import { guidance } from './guidance.ts';
import { knowledge } from './knowledge.ts';
import { ownKey } from './own-key.ts';
import { ratings } from './ratings.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later = {
  brand: {
    note: 'How your pages look and what they say first.',
    logo: 'Logo',
    logoHelp: 'PNG, JPEG, WebP or GIF, at most 2 MB. It is shown at sign-in and in the chat.',
    chooseLogo: 'Choose a file',
    removeLogo: 'Remove logo',
    removeLogoBody: 'The pages will show the neutral logo.',
    tooLarge: 'The file is larger than 2 MB.',
    assistantName: 'Name of the assistant',
    assistantNameHelp: 'Shown at the top of the chat. Empty: the name of your organisation.',
    radius: 'Corners',
    radii: { soft: 'Soft', square: 'Square', round: 'Round' },
    font: 'Typeface',
    fonts: {
      standard: 'Standard',
      system: 'Of the device',
      humanist: 'Humanist',
      geometric: 'Geometric',
      serif: 'Serif',
    },
    density: 'Spacing',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    accent: 'Accent colour',
    accentText: 'As #rrggbb',
    ownAccent: 'Use an accent colour of your own',
    ratio: (theme: string, ratio: string) => `${theme}: contrast of text ${ratio}.`,
    forced:
      'Its lightness is adjusted for text, which would be hard to read otherwise. Buttons keep the colour.',
    greeting: 'Greeting',
    greetingHelp: 'Shown at the start of a conversation. Empty: our own words.',
    greetingDefault: 'What would you like to know?',
    aiNotice: 'Notice about the AI',
    aiNoticeHelp:
      'Stands where the first question is written, after the mark AI, which always stays. 10 to 300 characters in each language; our own words where there are none.',
    aiNoticeLanguage: 'Language of the notice',
    starters: 'Starters',
    starter: (index: number) => `Starter ${index}`,
    startersHelp: 'Up to six questions to start with.',
    addStarter: 'Add a starter',
    removeStarter: 'Remove',
    preview: 'Preview',
    previewLink: 'a link',
    previewSend: 'Send',
  },

  embedding: {
    note: 'Show the chat on pages of your own.',
    origins: 'Allowed origins',
    originsHelp:
      'One per line, such as https://www.example.com. Only pages of these origins can show the chat.',
    noOrigins: 'No origin is allowed yet: the chat cannot be embedded anywhere.',
    closing: 'Frames that are open on origins that you remove stay until their page is reloaded.',
    snippet: 'Snippet',
    pinned: 'Snippet with integrity',
    pinnedHelp: 'Or pin this version: the browser then refuses any other file.',
    snippetHelp:
      'Put it on every page that should show the chat. The address in data-token-endpoint belongs to your own backend: it asks our API for a token for the signed-in user, and answers 401 when nobody is signed in. data-accent is the colour of the button; data-locale sets the language, which is otherwise that of your page.',
    frame: 'Without the launcher',
    frameHelp: 'An iframe of this address, with a token from your backend after #token=.',
    headers: 'Headers of your pages',
    headersHelp:
      'Where your pages send a Content-Security-Policy, it needs these sources: the script, the frame, and in connect-src your own token endpoint.',
    check: 'Check a page',
    checkHelp: 'Shows what blocks the chat on a page.',
    pageUrl: 'Address of the page',
    policy: 'Its Content-Security-Policy (optional)',
    endpoint: 'Path of its token endpoint (optional)',
    run: 'Check',
    allGood: 'Nothing blocks the chat on this page.',
    found: 'This page cannot show the chat yet.',
    fine: 'Fine',
    missing: 'Missing',
    untried: 'Not tried',
  },

  findings,

  users,

  webhooks,

  guidance,

  knowledge,

  tools,

  ownKey,

  ratings,

  ended,

  security: {
    note: 'Who is signed in, and what was changed.',
    handoff: 'Handoff key',
    handoffHelp:
      'Signs every session of your tenant. Rotate it when a session or a token may have fallen into the wrong hands.',
    rotate: 'Rotate handoff key',
    rotateTitle: 'Rotate the handoff key?',
    rotateBody: (sessions: string) =>
      `This immediately ends ${sessions}, including yours, and every token that your backend has obtained for an embedded chat.`,
    rotateKeeps: 'API keys, conversations and usage stay as they are. You have to sign in again afterwards.',
    oneSession: 'the session of the one person who is signed in',
    manySessions: (count: number) => `all ${formatNumber(count)} sessions of people who are signed in`,
    confirmRotate: 'Rotate and sign out',
    sessions: 'Sessions',
    current: 'This one',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    unknownDevice: 'Unknown device',
    since: (from: string, until: string) => `Since ${from}, ends ${until}`,
    end: 'End',
    ended: (email: string) => `The session of ${email} has ended`,
    noSessions: 'Nobody is signed in.',
    audit: 'Changes',
    auditNote: 'Who changed what, newest first.',
    operator: 'Operator',
    ownKey: 'API key',
    noAudit: 'Nothing was changed yet.',
  },

  audit,
};
