import type { Mail } from '#core/mail/mailer.ts';

/** A letter as nodemailer takes it. */
export function messageOf(from: string, { to, subject, text, language = 'en' }: Mail) {
  return { from, to, subject, text, headers: { 'Content-Language': language } };
}
