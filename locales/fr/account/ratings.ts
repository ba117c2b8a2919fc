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
  unanswered: {
    title: 'Questions sans réponse',
    note: 'Les questions des 30 derniers jours dont la réponse ne cite aucun de vos documents, les plus récentes d’abord. Chaque consultation est consignée sous Sécurité.',
    show: 'Afficher les questions',
    none: 'Toutes les réponses des 30 derniers jours citent un document, ou aucun n’a été consulté.',
  },
  privacy: 'Conversations privées',
  privacyNote:
    'Personne d’autre que les intéressés ne lit alors ce qu’ils ont écrit : ni les administrateurs ni votre serveur ne voient les réponses évaluées et les questions sans réponse. L’exploitant voit ce choix et ne peut pas le changer.',
  keepPrivate: 'Garder les conversations privées',
  modelLinks: 'Faire des liens des adresses que seul le modèle a écrites',
  modelLinksNote:
    'Dans les réponses tirées de documents, les autres adresses sont du texte : un lien pourrait porter à un inconnu ce qui a été lu.',
};
