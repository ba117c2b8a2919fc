import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'API-Schlüssel',
  note: 'Ihr Server sendet ihn mit jeder Anfrage. Alle Administratoren erhalten eine E-Mail, wenn er sich ändert.',
  begins: 'Beginnt mit',
  previousUntil: (time) => `Der bisherige Schlüssel gilt bis ${time}.`,
  rotate: 'Schlüssel ersetzen',
  rotateTitle: 'API-Schlüssel ersetzen?',
  rotateBody:
    'Der neue Schlüssel wird Ihnen einmal angezeigt. Der bisherige gilt noch eine Weile, damit Ihr Server umgestellt werden kann.',
  overlap: 'Der bisherige Schlüssel gilt noch',
  hour: 'eine Stunde',
  day: 'einen Tag',
  week: 'eine Woche',
  replace: 'Sofort ersetzen',
  replaceTitle: 'Schlüssel sofort ersetzen?',
  replaceBody:
    'Alle Schlüssel außer dem neuen enden jetzt. Anfragen schlagen fehl, bis Ihr Server den neuen hat.',
  endPrevious: 'Bisherigen beenden',
  endTitle: 'Bisherigen Schlüssel beenden?',
  endBody: 'Anfragen, die ihn noch verwenden, schlagen sofort fehl. Der neue Schlüssel gilt weiter.',
  password: 'Ihr Passwort',
  newKey: 'Der neue API-Schlüssel',
  newKeyNote:
    'Bewahren Sie ihn jetzt auf: Er wird nur dieses eine Mal angezeigt. Sobald Ihr Server ihn verwendet hat, kann er nicht ersetzt werden, solange der bisherige gilt.',
  ended: 'Der bisherige Schlüssel ist beendet',
};
