import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'Clé d’API',
  note: 'Votre serveur l’envoie avec chaque requête. Tous les administrateurs reçoivent un e-mail lorsqu’elle change.',
  begins: 'Commence par',
  previousUntil: (time) => `La clé précédente reste valable jusqu’au ${time}.`,
  rotate: 'Remplacer la clé',
  rotateTitle: 'Remplacer la clé d’API ?',
  rotateBody:
    'La nouvelle clé vous est montrée une seule fois. La précédente reste valable un moment, pour que votre serveur puisse changer de clé.',
  overlap: 'La clé précédente reste valable',
  hour: 'une heure',
  day: 'un jour',
  week: 'une semaine',
  replace: 'Remplacer aussitôt',
  replaceTitle: 'Remplacer la clé aussitôt ?',
  replaceBody:
    'Toutes les clés sauf la nouvelle prennent fin maintenant. Les requêtes échouent jusqu’à ce que votre serveur ait la nouvelle.',
  endPrevious: 'Arrêter la précédente',
  endTitle: 'Mettre fin à la clé précédente ?',
  endBody: 'Les requêtes qui l’utilisent encore échouent aussitôt. La nouvelle clé reste valable.',
  password: 'Votre mot de passe',
  newKey: 'La nouvelle clé d’API',
  newKeyNote:
    'Conservez-la maintenant : elle n’est montrée que cette fois. Dès que votre serveur l’a utilisée, elle ne peut plus être remplacée tant que la précédente est valable.',
  ended: 'La clé précédente a pris fin',
};
