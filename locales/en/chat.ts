import type { QuotaScope } from '#contract/quota.ts';
import { formatNumber } from '#web/shared/text/format.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

/** The wording of errors, by code. Most are in `later`, which is loaded before a question can be refused. */
const problems = {
  offline: 'You are offline. What you wrote is kept.',
  unreachable: 'The service could not be reached. What you wrote is kept.',
  unexpected: 'Something went wrong. What you wrote is kept.',
  subscription_inactive:
    'Chat is paused because the subscription is not active. Your conversations stay readable.',
  conversation_not_found: 'This conversation no longer exists.',
};

export const chat = {
  you: 'You',
  assistant: 'Answer',
  dismiss: 'Dismiss',
  problems,

  composer: {
    label: 'Message',
    placeholder: (name: string) => `Ask ${name}`,
    send: 'Send',
    stop: 'Stop',
    tooLong: (over: number) => `${formatNumber(over)} ${over === 1 ? 'character' : 'characters'} too long`,
    paused: 'Chat is paused',
    hint: 'Answers come from an AI and can be wrong. Check what matters.',
  },

  conversation: {
    log: 'Conversation',
    untitled: 'New chat',
    earlier: 'Earlier messages',
    jump: 'Jump to latest',
    stopped: 'Stopped',
    cut: 'This answer is incomplete.',
    failed: 'No answer was written.',
    showAll: 'Show all',
    showLess: 'Show less',
    greeting: 'What would you like to know?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Conversations',
    newChat: 'New chat',
    search: 'Search conversations',
    show: 'Show sidebar',
    hide: 'Hide sidebar',
    pinned: 'Pinned',
    archived: 'Archived',
    more: 'Show more',
    none: 'Your conversations will appear here.',
  },

  days: { today: 'Today', yesterday: 'Yesterday', week: 'Previous 7 days', month: 'Previous 30 days' },

  usage: {
    title: 'Today',
    of: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)}`,
    unlimited: (used: number) => `${formatNumber(used)} · no limit`,
    resets: (time: string) => `Resets ${time}`,
    context: 'Context',
    contextValue: (percent: number) => `${percent} %`,
    contextHelp: 'How full the model’s memory of this conversation is. Not your quota.',
    usedUp: (dimension: string, scope: QuotaScope, reset: string) =>
      `${scope === 'user' ? 'Your' : 'The shared'} daily limit for ${dimension} is used up. It resets ${reset}.`,
    kept: 'What you wrote is kept.',
  },

  menu: 'Menu',

  markdown: { takeCode: 'Code to clipboard', image: 'Image', table: 'Table', done: 'Done', open: 'Not done' },
};
