export const ended = {
  title: 'Ce que les questions sont devenues',
  note: 'Les plus récentes d’abord, sans leurs textes.',
  reference: 'Référence d’une question',
  find: 'Rechercher',
  which: 'Lesquelles',
  failed: 'Échouées',
  all: 'Toutes',
  none: 'Rien ne s’est terminé ainsi.',
  statuses: { completed: 'Répondue', failed: 'Échouée', cancelled: 'Annulée', expired: 'Expirée' },
};
