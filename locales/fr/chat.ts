import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'Vous',
  assistant: 'Réponse',
  dismiss: 'Masquer',
  problems: {
    offline: 'Vous êtes hors ligne. Votre texte est conservé.',
    unreachable: 'Le service est injoignable. Votre texte est conservé.',
    unexpected: 'Une erreur est survenue. Votre texte est conservé.',
    subscription_inactive:
      'Le chat est en pause, car l’abonnement n’est pas actif. Vos conversations restent lisibles.',
    conversation_not_found: 'Cette conversation n’existe plus.',
  },

  composer: {
    label: 'Message',
    placeholder: (name) => `Demander à ${name}`,
    send: 'Envoyer',
    stop: 'Arrêter',
    tooLong: (over) =>
      `${formatNumber(over)} ${plural('fr', over, { one: 'caractère', other: 'caractères' })} de trop`,
    paused: 'Le chat est en pause',
    hint: 'Les réponses viennent d’une IA et peuvent être fausses. Vérifiez ce qui compte.',
  },

  conversation: {
    log: 'Conversation',
    untitled: 'Nouveau chat',
    earlier: 'Messages précédents',
    jump: 'Aller au plus récent',
    stopped: 'Arrêté',
    cut: 'Cette réponse est incomplète.',
    failed: 'Aucune réponse n’a été rédigée.',
    showAll: 'Tout afficher',
    showLess: 'Afficher moins',
    greeting: 'Que souhaitez-vous savoir ?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Conversations',
    newChat: 'Nouveau chat',
    search: 'Rechercher des conversations',
    show: 'Afficher le panneau latéral',
    hide: 'Masquer le panneau latéral',
    pinned: 'Épinglées',
    archived: 'Archivées',
    more: 'Afficher plus',
    none: 'Vos conversations apparaîtront ici.',
  },

  days: { today: 'Aujourd’hui', yesterday: 'Hier', week: '7 derniers jours', month: '30 derniers jours' },

  usage: {
    title: 'Aujourd’hui',
    of: (used, limit) => `${formatNumber(used)} sur ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · sans limite`,
    resets: (time) => `Remise à zéro : ${time}`,
    context: 'Contexte',
    contextValue: (percent) => `${percent} %`,
    contextHelp: 'Remplissage de la mémoire du modèle pour cette conversation. Ce n’est pas votre quota.',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? 'Votre limite quotidienne' : 'La limite quotidienne commune'} (${dimension}) est atteinte. Remise à zéro : ${reset}.`,
    kept: 'Votre texte est conservé.',
  },

  menu: 'Menu',

  markdown: {
    takeCode: 'Copier le code',
    image: 'Image',
    table: 'Tableau',
    done: 'Fait',
    open: 'À faire',
  },
};
