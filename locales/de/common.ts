import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  loading: 'Wird geladen',
  table: 'Tabelle',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt',
  unreachable: 'Der Dienst ist nicht erreichbar. Ihr Text bleibt erhalten.',
  language: 'Sprache',
  dimensions: { ...dimensionNames, requests: 'Anfragen', priority: 'Priorität', deep_dive: 'Deep Dive' },
};
