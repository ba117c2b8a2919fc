import type { PageWords } from '../en/pages.ts';
import { passwords } from './passwords.ts';

export const de: PageWords = {
  language: 'Sprache',
  change: 'Ändern',
  signIn: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  tenant: 'Organisation',
  forgot: 'Passwort vergessen?',
  resetTitle: 'Passwort zurücksetzen',
  sendLink: 'Link senden',
  mailTitle: 'Prüfen Sie Ihr Postfach',
  mailBody:
    'Wenn es ein solches Konto gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
  newTitle: 'Neues Passwort wählen',
  newPassword: 'Neues Passwort',
  save: 'Passwort speichern',
  endedTitle: 'Dieser Link gilt nicht mehr',
  endedBody: 'Er wurde schon verwendet oder ist zu alt. Fordern Sie einen neuen an.',
  failedTitle: 'Das hat nicht geklappt',
  back: 'Zurück zur Anmeldung',
  changed: 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
  show: 'Passwort anzeigen',
  hide: 'Passwort verbergen',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren; Ihr Text ist noch da.',
  signedOut: 'Abgemeldet',
  signedOutBody: 'Sie sind abgemeldet.',
  account: 'Konto',
  adminsTitle: 'Für Administratoren',
  adminsBody: 'Die Kontoseite ist Administratoren dieser Organisation vorbehalten.',
  toChat: 'Zurück zum Chat',
  noScript: 'Diese Seite benötigt JavaScript.',
  unexpected: 'Etwas ist schiefgegangen. Bitte versuchen Sie es erneut.',
  strength: {
    short: 'Zu kurz',
    weak: 'Leicht zu erraten',
    fair: 'Gut',
    strong: 'Stark',
  },
  problems: {
    invalid_credentials: 'E-Mail, Passwort oder Organisation ist falsch.',
    user_disabled:
      'Dieses Konto ist deaktiviert. Wenden Sie sich an die Administratoren dieser Organisation.',
    subscription_inactive:
      'Das Abonnement dieser Organisation ist abgelaufen. Wenden Sie sich an deren Administratoren.',
  },
  ...passwords,
};
