import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'Personen, die sich anmelden. Wer deaktiviert wird, wird abgemeldet; eine laufende Antwort stoppt sofort.',
  invite: 'Einladen',
  inviteTitle: 'Person einladen',
  email: 'E-Mail-Adresse',
  admin: 'Administrator',
  adminHelp: 'Darf diese Seite öffnen.',
  sendMail: 'E-Mail mit einem Link zum Festlegen des Passworts senden',
  you: 'Sie',
  disabled: 'Deaktiviert',
  lastSeen: (time) => `Zuletzt aktiv: ${time}`,
  neverSeen: 'Noch nie angemeldet',
  disable: 'Deaktivieren',
  enable: 'Aktivieren',
  makeAdmin: 'Zum Administrator machen',
  removeAdmin: 'Administratorrecht entziehen',
  resetPassword: 'Passwort zurücksetzen',
  disableTitle: 'Diesen Benutzer deaktivieren?',
  disableBody: (email) =>
    `${email} wird sofort überall abgemeldet, und eine laufende Antwort stoppt. Unterhaltungen bleiben erhalten.`,
  resetTitle: 'Dieses Passwort zurücksetzen?',
  resetBody: (email) =>
    `${email} wird überall abgemeldet, und das Passwort wird ungültig. Per E-Mail kommt ein Link, um ein neues festzulegen; ohne Mailserver wird Ihnen der Link angezeigt.`,
  removeAdminTitle: 'Administratorrecht entziehen?',
  removeAdminBody: (email) => `${email} kann weiterhin chatten, diese Seite aber nicht mehr öffnen.`,
  linkTitle: 'Link zum Festlegen des Passworts',
  linkBody: (email, time) =>
    `Geben Sie ihn an ${email} weiter. Er gilt einmal, bis ${time}, und wird nur jetzt angezeigt. Dass er Ihnen angezeigt wurde, steht im Änderungsprotokoll; nach einem Zurücksetzen erfährt es auch die Person.`,
  mailedTitle: 'E-Mail ist unterwegs',
  mailed: (email) => `Eine E-Mail mit einem Link ist unterwegs an ${email}.`,
  wasDisabled: (email) => `${email} ist deaktiviert`,
  wasEnabled: (email) => `${email} ist aktiviert`,
  empty: 'Noch ist niemand sonst hier. Laden Sie die erste Person ein.',
  search: 'Nach E-Mail-Adresse suchen',
  noneFound: 'Keine E-Mail-Adresse enthält das.',
};
