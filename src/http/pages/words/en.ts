/** The words of the pages that the server writes, in English, after which the other languages are modelled. */
export const en = {
  language: 'Language',
  change: 'Change',
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  tenant: 'Tenant',
  forgot: 'Forgot your password?',
  resetTitle: 'Reset your password',
  sendLink: 'Send a link',
  mailTitle: 'Look into your mail',
  mailBody: 'If there is such an account, a letter with a link is on its way. The link works for one hour.',
  newTitle: 'Choose a new password',
  newPassword: 'New password',
  save: 'Save password',
  endedTitle: 'This link has ended',
  endedBody: 'It was used already, or it is too old. Ask for a new one.',
  failedTitle: 'That did not work',
  back: 'Back to sign in',
  changed: 'Your password was changed. Sign in with the new one.',
  show: 'Show password',
  hide: 'Hide password',
  signedOut: 'Signed out',
  signedOutBody: 'You are signed out.',
  adminsTitle: 'For administrators',
  adminsBody: 'The account page is for administrators of this tenant.',
  toChat: 'Back to the chat',
  noScript: 'This page needs JavaScript.',
  unexpected: 'Something went wrong. Please try again.',
  strength: {
    short: 'Too short',
    weak: 'Easy to guess',
    fair: 'Good',
    strong: 'Strong',
  },
  problems: {
    invalid_credentials: 'Email, password or tenant is wrong.',
    user_disabled: 'This account is disabled. Ask an administrator of this tenant.',
    subscription_inactive: 'The subscription of this tenant has lapsed. Ask its administrator.',
  },
  weak: {
    common: 'The password is on the list of common passwords, or is one of them with little around it.',
    repetitive: 'The password repeats few characters or counts through them, which is guessed early.',
    personal: 'The password is little more than your email address or tenant.',
  },
  hint: (min: number) =>
    `At least ${min} characters. A few words that do not belong together are easy to keep and hard to guess.`,
  length: (min: number, max: number) => `The password must have ${min} to ${max} characters.`,
  wait: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
};

export type PageWords = typeof en;
