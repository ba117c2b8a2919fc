import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'Personnes qui se connectent. Un utilisateur désactivé est déconnecté et une réponse en cours s’arrête aussitôt.',
  invite: 'Inviter',
  inviteTitle: 'Inviter une personne',
  email: 'Adresse e-mail',
  admin: 'Administrateur',
  adminHelp: 'Peut ouvrir cette page.',
  sendMail: 'Envoyer un e-mail avec un lien pour choisir un mot de passe',
  you: 'Vous',
  disabled: 'Désactivé',
  lastSeen: (time) => `Dernière activité : ${time}`,
  neverSeen: 'Jamais connecté',
  disable: 'Désactiver',
  enable: 'Activer',
  makeAdmin: 'Nommer administrateur',
  removeAdmin: 'Retirer le rôle d’administrateur',
  resetPassword: 'Réinitialiser le mot de passe',
  disableTitle: 'Désactiver cet utilisateur ?',
  disableBody: (email) =>
    `${email} est immédiatement déconnecté partout et une réponse en cours s’arrête. Les conversations sont conservées.`,
  resetTitle: 'Réinitialiser ce mot de passe ?',
  resetBody: (email) =>
    `${email} est déconnecté partout et le mot de passe n’est plus valable. Un e-mail contient un lien pour en choisir un autre ; sans serveur de messagerie, le lien vous est affiché.`,
  removeAdminTitle: 'Retirer le rôle d’administrateur ?',
  removeAdminBody: (email) => `${email} pourra toujours utiliser le chat, mais plus ouvrir cette page.`,
  linkTitle: 'Lien pour choisir un mot de passe',
  linkBody: (email, time) =>
    `Transmettez-le à ${email}. Il est valable une fois, jusqu’à ${time}, et n’est affiché que maintenant. Le journal des modifications indique qu’il vous a été affiché et, après une réinitialisation, la personne en est informée.`,
  mailedTitle: 'E-mail en route',
  mailed: (email) => `Un e-mail avec un lien est en route vers ${email}.`,
  wasDisabled: (email) => `${email} est désactivé`,
  wasEnabled: (email) => `${email} est activé`,
  empty: 'Il n’y a encore personne d’autre ici. Invitez la première personne.',
  search: 'Rechercher par adresse e-mail',
  noneFound: 'Aucune adresse e-mail ne contient ce texte.',
};
