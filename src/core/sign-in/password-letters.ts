import type { Mail } from '../mail/mailer.ts';

/** For a person who requested it. */
export function resetLetter(email: string, tenant: string, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: [
      `Somebody asked for a new password of ${email} at "${tenant}".`,
      'If it was you, choose one here within the hour:',
      link,
      'If it was not you, nothing has changed, and you can forget this letter.',
    ].join('\n\n'),
  };
}

export function adminResetLetter(email: string, tenant: string, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: [
      `An administrator has reset the password of ${email} at "${tenant}". The one before works no longer.`,
      'Choose a new one here within 24 hours:',
      link,
    ].join('\n\n'),
  };
}

export function inviteLetter(email: string, tenant: string, link: string): Mail {
  return {
    to: email,
    subject: 'You can sign in to the chat',
    text: [
      `An administrator of "${tenant}" gave ${email} access to the chat.`,
      'Choose a password here within seven days:',
      link,
    ].join('\n\n'),
  };
}
