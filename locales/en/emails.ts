/** The emails in English, after which the other languages are modelled. Paragraphs are members of their own. */
export const en = {
  reset: {
    subject: 'Choose a new password',
    asked: (email: string, tenant: string) =>
      `Somebody asked for a new password for ${email} at "${tenant}".`,
    choose: 'If it was you, choose one here within the hour:',
    otherwise: 'If it was not you, nothing has changed, and you can ignore this email.',
  },
  adminReset: {
    subject: 'Choose a new password',
    done: (email: string, tenant: string) =>
      `An administrator has reset the password of ${email} at "${tenant}". The old password no longer works.`,
    choose: 'Choose a new one here within 24 hours:',
  },
  invite: {
    subject: 'You can sign in to the chat',
    given: (email: string, tenant: string) =>
      `An administrator of "${tenant}" gave ${email} access to the chat.`,
    choose: 'Choose a password here within seven days:',
  },
  disabledWebhook: {
    subject: 'A webhook was disabled',
    stopped: (tenant: string, origin: string) =>
      `Events of "${tenant}" are no longer sent to ${origin}: it has answered that it is gone, or has failed for days.`,
    remedy:
      'Once it works again, enable it on the account page, in the section Webhooks, and replay what it has missed.',
  },
  key: {
    subject: 'Your API key was changed',
    replacedByKey: (tenant: string) =>
      `The API key of "${tenant}" was replaced by a request that came with it.`,
    replaced: (email: string, tenant: string) => `${email} has replaced the API key of "${tenant}".`,
    ended: (email: string, tenant: string) => `${email} has ended the previous API key of "${tenant}".`,
    previous: (time: string) => `The previous key works until ${time}.`,
    noOther: 'No other key works any more.',
    otherwise:
      'If none of you did this, replace the key on the account page, where you can end every other key at once:',
  },
  test: {
    subject: 'A test email from Parley',
    body: 'This email was sent from the console to check that emails arrive.',
  },
};

export type EmailWords = typeof en;
