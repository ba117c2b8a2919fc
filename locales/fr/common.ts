import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'Fermer',
  tryAgain: 'Réessayer',
  loading: 'Chargement',
  table: 'Tableau',
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'Le navigateur n’a pas autorisé la copie',
  unreachable: 'Le service est injoignable. Votre texte est conservé.',
  language: 'Langue',
  dimensions: { ...dimensionNames, requests: 'Requêtes', priority: 'Priorité', deep_dive: 'Deep Dive' },
};
