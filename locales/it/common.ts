import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'Chiudi',
  tryAgain: 'Riprova',
  loading: 'Caricamento',
  table: 'Tabella',
  copy: 'Copia',
  copied: 'Copiato',
  copyFailed: 'Il browser non ha consentito la copia',
  unreachable: 'Il servizio non è raggiungibile. Il testo è conservato.',
  language: 'Lingua',
  dimensions: { ...dimensionNames, requests: 'Richieste', priority: 'Priorità', deep_dive: 'Deep Dive' },
};
