import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'Questa password è tra le più comuni o se ne distingue appena.',
    repetitive: 'Questa password ripete o elenca pochi caratteri e si indovina presto.',
    personal: 'Questa password è poco più del tuo indirizzo email o della tua organizzazione.',
  },
  hint: (min) =>
    `Almeno ${min} caratteri. Alcune parole senza legame tra loro sono facili da ricordare e difficili da indovinare.`,
  length: (min, max) => `La password deve avere da ${min} a ${max} caratteri.`,
  wait: (minutes) => `Troppi tentativi. Riprova tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`,
};
