import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'Chiave API',
  note: 'Il vostro server la invia con ogni richiesta. Tutti gli amministratori ricevono un’email quando cambia.',
  begins: 'Inizia con',
  previousUntil: (time) => `La chiave precedente funziona fino al ${time}.`,
  rotate: 'Sostituisci chiave',
  rotateTitle: 'Sostituire la chiave API?',
  rotateBody:
    'La nuova chiave viene mostrata una sola volta. La precedente continua a funzionare per un po’, così il vostro server può passare alla nuova.',
  overlap: 'La chiave precedente continua a funzionare',
  hour: 'per un’ora',
  day: 'per un giorno',
  week: 'per una settimana',
  replace: 'Sostituisci subito',
  replaceTitle: 'Sostituire subito la chiave?',
  replaceBody:
    'Tutte le chiavi tranne la nuova vengono revocate adesso. Le richieste falliscono finché il vostro server non ha la nuova.',
  endPrevious: 'Revoca la precedente',
  endTitle: 'Revocare la chiave precedente?',
  endBody: 'Le richieste che la usano ancora falliscono subito. La nuova chiave continua a funzionare.',
  password: 'La tua password',
  newKey: 'La nuova chiave API',
  newKeyNote:
    'Conservala ora: viene mostrata solo questa volta. Dopo che il vostro server l’ha usata, non può essere sostituita finché la precedente funziona.',
  ended: 'La chiave precedente è stata revocata',
};
