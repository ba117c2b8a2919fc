import type { Mail } from '#core/mail/mailer.ts';

/** An email as nodemailer takes it. An address in a text would be parsed, and could be read as another one. */
export function messageOf(from: string, { to, subject, text, language = 'en' }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, headers: { 'Content-Language': language } };
}
