export const ended = {
  title: 'Was aus Fragen wurde',
  note: 'Neueste zuerst, ohne ihre Texte.',
  reference: 'Referenz einer Frage',
  find: 'Suchen',
  which: 'Welche',
  failed: 'Fehlgeschlagen',
  all: 'Alle',
  none: 'Nichts ist so geendet.',
  statuses: {
    completed: 'Beantwortet',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
    expired: 'Abgelaufen',
  },
};
