import type { EmailWords } from '../en/emails.ts';

export const fr: EmailWords = {
  reset: {
    subject: 'Choisissez un nouveau mot de passe',
    asked: (email, tenant) => `Un nouveau mot de passe a été demandé pour ${email} chez « ${tenant} ».`,
    choose: 'Si c’était vous, choisissez-le ici dans l’heure :',
    otherwise: 'Si ce n’était pas vous, rien n’a changé et vous pouvez ignorer ce message.',
  },
  adminReset: {
    subject: 'Choisissez un nouveau mot de passe',
    done: (email, tenant) =>
      `Un administrateur a réinitialisé le mot de passe de ${email} chez « ${tenant} ». L’ancien ne fonctionne plus.`,
    choose: 'Choisissez-en un nouveau ici dans les 24 heures :',
  },
  invite: {
    subject: 'Vous pouvez vous connecter au chat',
    given: (email, tenant) => `Un administrateur de « ${tenant} » a donné à ${email} l’accès au chat.`,
    choose: 'Choisissez un mot de passe ici dans les sept jours :',
  },
  disabledWebhook: {
    subject: 'Un webhook a été désactivé',
    stopped: (tenant, origin) =>
      `Les événements de « ${tenant} » ne sont plus envoyés à ${origin} : ce point d’accès a répondu qu’il n’existe plus, ou il est en échec depuis des jours.`,
    remedy:
      'Dès qu’il fonctionne à nouveau, activez-le sur la page du compte, dans la section Webhooks, et renvoyez ce qu’il a manqué.',
  },
  key: {
    subject: 'Votre clé d’API a été modifiée',
    replacedByKey: (tenant) =>
      `La clé d’API de « ${tenant} » a été remplacée par une requête qui l’utilisait.`,
    replaced: (email, tenant) => `${email} a remplacé la clé d’API de « ${tenant} ».`,
    ended: (email, tenant) => `${email} a mis fin à la clé d’API précédente de « ${tenant} ».`,
    previous: (time) => `La clé précédente reste valable jusqu’au ${time}.`,
    noOther: 'Aucune autre clé n’est plus valable.',
    otherwise:
      'Si aucun d’entre vous ne l’a fait, remplacez la clé sur la page du compte, où vous pouvez mettre fin immédiatement à toutes les autres :',
  },
  test: {
    subject: 'Un message de Parley',
    body: 'Ce message a été envoyé depuis la console pour vérifier que les e-mails arrivent.',
  },
};
