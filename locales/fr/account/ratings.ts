import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: 'Évaluations',
  note: 'Ce que les gens ont pensé des réponses, les plus récentes d’abord. Chaque consultation est consignée sous Sécurité.',
  which: 'Quelles évaluations',
  all: 'Toutes',
  up: 'Bonne',
  down: 'Pas bonne',
  show: 'Afficher les évaluations',
  none: 'Personne n’a encore évalué de réponse ainsi.',
  texts: 'Question et réponse',
  noQuestion: 'La question n’est plus conservée.',
  privacy: 'Conversations privées',
  privacyNote:
    'Personne d’autre que les intéressés ne lit alors ce qu’ils ont écrit : ni les administrateurs ni votre serveur ne voient les réponses évaluées. L’exploitant voit ce choix et ne peut pas le changer.',
  keepPrivate: 'Garder les conversations privées',
};
