import type { Mail } from '../mail/mailer.ts';

/** For an administrator of a tenant whose endpoint takes no more deliveries. */
export function disabledLetter(email: string, tenant: string, url: string): Mail {
  const { origin } = new URL(url);
  return {
    to: email,
    subject: 'A webhook was disabled',
    text: [
      `Events of "${tenant}" are no longer sent to ${origin}: it has answered that it is gone, or has failed for days.`,
      'Once it works again, enable it on the account page, in the section Webhooks, and replay what it has missed.',
    ].join('\n\n'),
  };
}
