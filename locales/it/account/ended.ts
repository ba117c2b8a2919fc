export const ended = {
  title: 'Che fine hanno fatto le domande',
  note: 'Le più recenti prima, senza i testi.',
  reference: 'Riferimento di una domanda',
  find: 'Cerca',
  which: 'Quali',
  failed: 'Non riuscite',
  all: 'Tutte',
  none: 'Nulla è finito così.',
  statuses: {
    completed: 'Risposta data',
    failed: 'Non riuscita',
    cancelled: 'Annullata',
    expired: 'Scaduta',
  },
};
