import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: 'Valutazioni',
  note: 'Che cosa le persone hanno pensato delle risposte, le più recenti per prime. Ogni consultazione è registrata in Sicurezza.',
  which: 'Quali valutazioni',
  all: 'Tutte',
  up: 'Buona',
  down: 'Non buona',
  show: 'Mostra valutazioni',
  none: 'Nessuno ha ancora valutato così una risposta.',
  texts: 'Domanda e risposta',
  noQuestion: 'La domanda non è più conservata.',
  privacy: 'Conversazioni private',
  privacyNote:
    'Allora nessuno tranne le persone stesse legge ciò che hanno scritto: né gli amministratori né il vostro server vedono le risposte valutate. Il gestore vede questa scelta e non può cambiarla.',
  keepPrivate: 'Mantieni private le conversazioni',
};
