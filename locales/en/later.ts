import { formatNumber } from '#web/shared/text/format.ts';
import { passwords } from './passwords.ts';

/** The wording of what is opened later: menus, dialogs, and the panel that replaces a chat. */
export const later = {
  understood: 'Understood',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  online: 'You are back online.',
  deleted: 'Conversation deleted',
  passwordLink: (by: string | null, time: string) =>
    `${by ?? 'The operator of this service'} was shown a link to choose your password on ${time}. If you did not ask for it, choose a new one and tell your administrators.`,

  /** The wording of errors, by code, beside those of the first paint. */
  problems: {
    user_blocked: 'You were blocked from sending. Your conversations stay readable.',
    conversation_busy: 'This conversation is still answering, perhaps in another tab.',
    agent_not_allowed: 'This conversation belongs to an assistant that is no longer available.',
    rate_limited: 'That was quick. Wait a moment and send again.',
    too_many_readers: 'Too many pages are waiting for answers. Close some of them.',
    too_many_concurrent: 'Too many answers are being written at once. Wait for one to finish.',
    queue_full: 'The service is very busy. Try again in a minute.',
    provider_refused: 'The model does not accept this request.',
    content_filter: 'Its content filter refused it. Rephrase it.',
    context_length: 'The conversation is too long for the model. Start a new chat, or send less.',
    provider_error: 'The model failed to answer.',
    provider_unavailable: 'No model is available right now. Try again in a moment.',
    provider_timeout: 'The model took too long.',
    turn_timeout: 'The answer took too long.',
    unavailable: 'The service cannot answer right now. Try again in a moment.',
    worker_lost: 'The service was interrupted.',
    queue_expired: 'It waited too long in the queue.',
    prompt_too_long: 'That is too long. Shorten it and send it again.',
    deep_dive_not_enabled: 'Deep Dive is not available here.',
    deep_dive_first_send_not_allowed: 'Deep Dive is available after an answer.',
    no_response_to_retry: 'There is no answer to try again.',
    message_not_found: 'This question no longer exists.',
    validation_error: 'That was not accepted. Check what you wrote.',
    user_disabled: 'The account is disabled.',
    too_many_attempts: 'Too many attempts. Wait a moment.',
  },

  feedback: {
    title: 'What was wrong?',
    reasons: [
      'Not correct',
      'Not helpful',
      'Incomplete',
      'Did not follow the question',
      'Unsafe or offensive',
    ],
    comment: 'Comment (optional)',
    send: 'Send feedback',
    thanks: 'Thank you for the feedback',
  },

  shortcuts: {
    title: 'Keyboard shortcuts',
    send: 'Send',
    newLine: 'New line',
    stop: 'Stop the answer',
    focus: 'Write a message',
    search: 'Search conversations',
    newChat: 'New chat',
    copyLast: 'Copy the last answer',
    help: 'This list',
  },

  menu: {
    exportMarkdown: 'Export as Markdown',
    exportJson: 'Export as JSON',
    exportAll: 'Export my conversations',
    deleteAll: 'Delete all my conversations',
    print: 'Print',
    notify: 'Notify me of answers',
    shortcuts: 'Keyboard shortcuts',
    account: 'Account',
    password: 'Change password',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },

  session: {
    ended: 'Your session has ended',
    endedBody: 'Reload the page that contains this chat to continue. What you wrote is kept until then.',
    signedOut: 'Sign in to chat',
    signedOutBody: 'This page shows the chat to people who are signed in.',
    signIn: 'Sign in',
    unavailable: 'The chat is not available right now',
    unavailableBody: 'Try again in a moment.',
    disabled: 'Your account is disabled',
    disabledBody: 'Ask the administrator of your organisation to enable it again.',
    waiting: 'Connecting…',
    direct: 'This address is meant to be shown inside another page',
    directBody: 'Open the chat itself instead.',
    openChat: 'Open chat',
  },

  actions: {
    copyReference: 'Copy reference',
    copy: 'Copy',
    good: 'Good answer',
    bad: 'Bad answer',
    deepDiveLeft: (left: number) => `${formatNumber(left)} left`,
    deepDiveUsedUp: (reset: string) => `Used up until ${reset}`,
    deepDiveHelp: 'Thinks harder and answers again. You can compare both answers.',
    previous: 'Previous version',
    next: 'Next version',
    version: (index: number, count: number) => `${index}/${count}`,
  },

  progress: {
    answering: 'Answering',
    answerComplete: 'Answer complete',
    answerStopped: 'Answer cut short',
    answerFailed: 'Answer failed',
    unread: 'New answer',
    wait: 'Wait for it',
    interrupt: 'Stop it and send',
  },

  versions: {
    regenerate: 'Regenerate',
    edit: 'Edit',
    editLabel: 'Your question',
    editHelp: 'A new answer is written. What follows now is kept as an earlier version.',
    edited: 'Edited',
    older: 'The conversation continues from the latest version.',
    earlier: 'This is an earlier version. It is no longer part of the conversation.',
    back: 'Back to the conversation',
    askAgain: 'Ask this again',
    withdrawn:
      'Your words are back in the message field. What you send next replaces this question.',
    taken: 'This question was changed in another window. What you wrote is kept in the message field.',
  },

  markdown: {
    code: 'Code',
    formula: 'Formula',
    table: 'Table',
    wrap: 'Wrap lines',
    save: 'Download code',
    footnotes: 'Footnotes',
    footnote: (number: string) => `Footnote ${number}`,
    back: (number: string) => `Back to reference ${number}`,
    source: (number: string, host: string) => `Source ${number}: ${host}`,
    alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  },

  notifyRefused: 'The browser does not allow this page to notify you.',

  search: {
    searching: 'Searching…',
    none: 'Nothing found.',
    noneSoFar: (date: string) => `Nothing found since ${date}.`,
    until: (date: string) => `Searched back to ${date}.`,
    older: 'Search older conversations',
    found: (count: number) => `${formatNumber(count)} found`,
  },

  archive: {
    none: 'No conversation is archived.',
    back: 'Back to all conversations',
  },

  manage: {
    rename: 'Rename',
    delete: 'Delete',
    pin: 'Pin',
    unpin: 'Unpin',
    archive: 'Archive',
    unarchive: 'Unarchive',
    renameTitle: 'Rename',
    renameLabel: 'Title',
    pinned: 'Conversation pinned',
    unpinned: 'Conversation unpinned',
    archived: 'Conversation archived',
    unarchived: 'Conversation is back in the list',
    deleteTitle: 'Delete this conversation?',
    deleteBody: (title: string) => `“${title}” and its answers will be erased. Usage stays as it is.`,
  },

  password: {
    current: 'Current password',
    chosen: 'New password',
    changed: 'The password was changed. Your other sign-ins have ended.',
    wrong: 'The current password is wrong.',
    ...passwords,
  },

  everywhere: {
    title: 'Sign out everywhere?',
    body: 'You will be signed out on every device, including this one.',
  },

  all: {
    title: 'Delete all conversations?',
    body: 'All your conversations and their answers will be erased, including archived ones. This cannot be undone. Usage stays as it is.',
    confirm: (word: string) => `Type “${word}” to confirm`,
    word: 'delete',
    deleted: 'All conversations were deleted',
  },
};
