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
  unanswered: {
    title: 'Domande senza risposta',
    note: 'Domande degli ultimi 30 giorni la cui risposta non cita nessuno dei vostri documenti, le più recenti per prime. Ogni consultazione è registrata in Sicurezza.',
    show: 'Mostra domande',
    none: 'Tutte le risposte degli ultimi 30 giorni citano un documento, o nessuno è stato consultato.',
  },
  privacy: 'Conversazioni private',
  privacyNote:
    'Allora nessuno tranne le persone stesse legge ciò che hanno scritto: né gli amministratori né il vostro server vedono le risposte valutate e le domande senza risposta. Il gestore vede questa scelta e non può cambiarla.',
  keepPrivate: 'Mantieni private le conversazioni',
  modelLinks: 'Rendere link gli indirizzi scritti solo dal modello',
  modelLinksNote:
    'Nelle risposte tratte da documenti gli altri indirizzi sono testo: un link potrebbe portare a un estraneo ciò che è stato letto.',
};
