import type { EmailWords } from '../en/emails.ts';

export const de: EmailWords = {
  reset: {
    subject: 'Neues Passwort wählen',
    asked: (email, tenant) => `Für ${email} bei „${tenant}“ wurde ein neues Passwort angefordert.`,
    choose: 'Wenn Sie das waren, wählen Sie es hier innerhalb einer Stunde:',
    otherwise:
      'Wenn Sie es nicht waren, hat sich nichts geändert, und Sie können diese Nachricht ignorieren.',
  },
  adminReset: {
    subject: 'Neues Passwort wählen',
    done: (email, tenant) =>
      `Das Passwort von ${email} bei „${tenant}“ wurde von einem Administrator zurückgesetzt. Das bisherige gilt nicht mehr.`,
    choose: 'Wählen Sie hier innerhalb von 24 Stunden ein neues:',
  },
  invite: {
    subject: 'Sie können sich beim Chat anmelden',
    given: (email, tenant) => `Ein Administrator von „${tenant}“ hat ${email} Zugang zum Chat gegeben.`,
    choose: 'Wählen Sie hier innerhalb von sieben Tagen ein Passwort:',
  },
  disabledWebhook: {
    subject: 'Ein Webhook wurde deaktiviert',
    stopped: (tenant, origin) =>
      `Ereignisse von „${tenant}“ werden nicht mehr an ${origin} gesendet: Der Endpunkt hat geantwortet, dass es ihn nicht mehr gibt, oder ist seit Tagen fehlgeschlagen.`,
    remedy:
      'Sobald er wieder funktioniert, aktivieren Sie ihn auf der Kontoseite im Bereich Webhooks und senden Sie erneut, was er verpasst hat.',
  },
  key: {
    subject: 'Ihr API-Schlüssel wurde geändert',
    replacedByKey: (tenant) =>
      `Der API-Schlüssel von „${tenant}“ wurde durch eine Anfrage ersetzt, die mit ihm kam.`,
    replaced: (email, tenant) => `${email} hat den API-Schlüssel von „${tenant}“ ersetzt.`,
    ended: (email, tenant) => `${email} hat den bisherigen API-Schlüssel von „${tenant}“ beendet.`,
    previous: (time) => `Der bisherige Schlüssel gilt bis ${time}.`,
    noOther: 'Kein anderer Schlüssel gilt mehr.',
    otherwise:
      'Wenn das niemand von Ihnen war, ersetzen Sie den Schlüssel auf der Kontoseite; dort können Sie alle anderen Schlüssel sofort beenden:',
  },
  test: {
    subject: 'Eine Nachricht von Parley',
    body: 'Diese Nachricht wurde aus der Konsole gesendet, um zu prüfen, ob E-Mails ankommen.',
  },
};
