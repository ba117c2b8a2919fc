import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'Dieses Passwort steht auf der Liste häufiger Passwörter oder weicht kaum davon ab.',
    repetitive: 'Dieses Passwort wiederholt wenige Zeichen oder zählt sie durch und wird früh erraten.',
    personal: 'Dieses Passwort ist kaum mehr als Ihre E-Mail-Adresse oder Ihre Organisation.',
  },
  hint: (min) =>
    `Mindestens ${min} Zeichen. Einige Wörter, die nicht zusammengehören, sind leicht zu merken und schwer zu erraten.`,
  length: (min, max) => `Das Passwort muss ${min} bis ${max} Zeichen haben.`,
  wait: (minutes) =>
    `Zu viele Versuche. Versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} erneut.`,
};
