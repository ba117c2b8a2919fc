import type { KnowledgeWords } from '#web/administration/knowledge/knowledge-props.ts';
import { formatNumber } from '#web/shared/text/format.ts';

export const knowledge: KnowledgeWords = {
  agent: 'Assistant',
  documents: 'Documents',
  note: 'L’assistant répond à partir de ces documents et indique d’où vient une réponse.',
  drop: 'Déposez des fichiers ici, ou',
  choose: 'Choisir des fichiers',
  formats:
    'Texte, Markdown, HTML, PDF ou Word (.docx), 4 Mo au plus chacun. Un fichier de même nom remplace le document.',
  files: 'Fichiers',
  states: {
    waiting: 'En attente',
    reading: 'Lecture en cours …',
    added: 'Ajouté',
    replaced: 'Remplacé',
    unchanged: 'Inchangé',
    refused: 'Refusé',
  },
  refusals: {
    kind: 'Les fichiers de ce type ne peuvent pas être lus.',
    too_large: 'Le fichier dépasse 4 Mo.',
    encrypted: 'Le fichier est protégé par un mot de passe.',
    damaged: 'Le fichier est endommagé, ou n’est pas ce que dit son nom.',
    too_long: 'Il contient trop de texte. Répartissez-le en plusieurs fichiers.',
    too_slow: 'Sa lecture prend trop de temps. Essayez un format plus simple.',
    no_text: 'Il ne contient aucun texte. Des pages numérisées doivent d’abord être reconnues.',
    full: 'Les documents ont atteint leur limite. Supprimez-en d’abord.',
    busy: 'D’autres documents sont en cours de lecture. Réessayez.',
  },
  empty: 'Aucun document pour l’instant : l’assistant répond avec ce que sait son modèle.',
  search: 'Rechercher des documents',
  noneFound: 'Aucun document ne correspond.',
  passages: (count) => (count === 1 ? 'un passage' : `${formatNumber(count)} passages`),
  used: (time) => `dernière utilisation : ${time}`,
  neverUsed: 'pas encore utilisé',
  changed: (time) => `modifié : ${time}`,
  onlyWith: (facts) => `Seulement avec ${facts}`,
  remove: 'Supprimer',
  removeTitle: 'Supprimer ce document ?',
  removeBody:
    'Dès la prochaine question, l’assistant ne le connaît plus. Ses citations disparaissent des réponses précédentes, dont le texte reste.',
  removed: 'Le document est supprimé',
  tryIt: 'Essayer une question',
  tryNote:
    'Montre ce que l’assistant recevrait avec une question. Il n’est pas interrogé, et rien n’est décompté.',
  question: 'Question',
  find: 'Chercher',
  modes: {
    whole: 'Les documents sont assez courts : l’assistant les lit tous à chaque question.',
    found: 'L’assistant reçoit ces passages, le meilleur en premier.',
    none: 'Aucun document ne correspond, et l’assistant en est informé.',
  },
  operators: 'De l’exploitant',
};
