/** What is said of a password, on the pages of sign-in and in the chat. `wait` takes minutes. */
export const passwords = {
  weak: {
    common: 'The password is a common one, or a common one with little added.',
    repetitive: 'The password repeats a few characters or counts through them, which is easy to guess.',
    personal: 'The password is little more than your email address or tenant.',
  },
  hint: (min: number) =>
    `At least ${min} characters. A few words that do not belong together are easy to keep and hard to guess.`,
  length: (min: number, max: number) => `The password must have ${min} to ${max} characters.`,
  wait: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
};

export type PasswordWords = typeof passwords;
