import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: 'Compris',
  cancel: 'Annuler',
  save: 'Enregistrer',
  undo: 'Annuler',
  online: 'Vous êtes de nouveau en ligne.',
  deleted: 'Conversation supprimée',
  passwordLink: (by, time) =>
    `${by ?? 'L’exploitant de ce service'} a reçu un lien permettant de choisir votre mot de passe (${time}). Si vous ne l’avez pas demandé, choisissez-en un nouveau et prévenez vos administrateurs.`,

  problems: {
    user_blocked: 'Vous ne pouvez plus envoyer de messages. Vos conversations restent lisibles.',
    conversation_busy:
      'Une réponse est encore en cours dans cette conversation, peut-être dans un autre onglet.',
    agent_not_allowed: 'Cette conversation appartient à un assistant qui n’est plus disponible.',
    rate_limited: 'C’était très rapide. Patientez un instant, puis renvoyez.',
    too_many_readers: 'Trop de pages attendent des réponses. Fermez-en quelques-unes.',
    too_many_concurrent: 'Trop de réponses sont en cours. Attendez que l’une d’elles se termine.',
    queue_full: 'Le service est très sollicité. Réessayez dans une minute.',
    provider_refused: 'Le modèle n’accepte pas cette demande.',
    content_filter: 'Le filtre de contenu du modèle l’a refusée. Formulez-la autrement.',
    context_length:
      'La conversation est trop longue pour le modèle. Commencez un nouveau chat ou envoyez moins de texte.',
    provider_error: 'Le modèle n’a pas pu répondre.',
    provider_unavailable: 'Aucun modèle n’est disponible pour l’instant. Réessayez dans un instant.',
    provider_timeout: 'Le modèle a mis trop de temps.',
    turn_timeout: 'La réponse a pris trop de temps.',
    unavailable: 'Le service ne peut pas répondre pour l’instant. Réessayez dans un instant.',
    worker_lost: 'Le service a été interrompu.',
    queue_expired: 'L’attente dans la file a été trop longue.',
    prompt_too_long: 'C’est trop long. Raccourcissez et renvoyez.',
    deep_dive_not_enabled: 'Deep Dive n’est pas disponible ici.',
    deep_dive_first_send_not_allowed: 'Deep Dive est disponible après une réponse.',
    no_response_to_retry: 'Il n’y a pas de réponse à réessayer.',
    message_not_found: 'Cette question n’existe plus.',
    validation_error: 'Cela n’a pas été accepté. Vérifiez votre saisie.',
    user_disabled: 'Le compte est désactivé.',
    too_many_attempts: 'Trop de tentatives. Patientez un instant.',
  },

  feedback: {
    title: 'Qu’est-ce qui n’allait pas ?',
    reasons: ['Inexact', 'Inutile', 'Incomplet', 'N’a pas suivi la question', 'Dangereux ou offensant'],
    comment: 'Commentaire (facultatif)',
    send: 'Envoyer l’avis',
    thanks: 'Merci pour votre avis',
  },

  shortcuts: {
    title: 'Raccourcis clavier',
    send: 'Envoyer',
    newLine: 'Nouvelle ligne',
    stop: 'Arrêter la réponse',
    focus: 'Écrire un message',
    search: 'Rechercher des conversations',
    newChat: 'Nouveau chat',
    copyLast: 'Copier la dernière réponse',
    help: 'Cette liste',
  },

  menu: {
    exportMarkdown: 'Exporter en Markdown',
    exportJson: 'Exporter en JSON',
    exportAll: 'Exporter mes conversations',
    deleteAll: 'Supprimer toutes mes conversations',
    print: 'Imprimer',
    notify: 'Me prévenir des réponses',
    shortcuts: 'Raccourcis clavier',
    account: 'Compte',
    password: 'Changer le mot de passe',
    signOut: 'Se déconnecter',
    signOutEverywhere: 'Se déconnecter partout',
    theme: 'Thème',
    themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  },

  session: {
    ended: 'Votre session est terminée',
    endedBody: 'Rechargez la page qui contient ce chat pour continuer. Votre texte est conservé jusque-là.',
    signedOut: 'Connectez-vous pour discuter',
    signedOutBody: 'Cette page affiche le chat aux personnes connectées.',
    signIn: 'Se connecter',
    unavailable: 'Le chat n’est pas disponible pour le moment',
    unavailableBody: 'Réessayez dans un instant.',
    disabled: 'Votre compte est désactivé',
    disabledBody: 'Demandez à l’administrateur de votre organisation de le réactiver.',
    waiting: 'Connexion…',
    direct: 'Cette adresse est prévue pour s’afficher dans une autre page',
    directBody: 'Ouvrez plutôt le chat lui-même.',
    openChat: 'Ouvrir le chat',
  },

  actions: {
    copyReference: 'Copier la référence',
    copy: 'Copier',
    good: 'Bonne réponse',
    bad: 'Mauvaise réponse',
    deepDiveLeft: (left) =>
      plural('fr', left, { one: `${left} restant`, other: `${formatNumber(left)} restants` }),
    deepDiveUsedUp: (reset) => `Épuisé jusqu’à ${reset}`,
    deepDiveHelp: 'Réfléchit davantage et répond une nouvelle fois. Vous pouvez comparer les deux.',
    previous: 'Version précédente',
    next: 'Version suivante',
    version: (index, count) => `${index}/${count}`,
  },

  confirmation: {
    title: 'Confirmation demandée',
    confirm: 'Confirmer',
    decline: 'Refuser',
    until: (time) => `jusqu’à ${time}`,
    states: {
      confirmed: 'C’est confirmé.',
      declined: 'Vous avez refusé. Rien n’a été fait.',
      expired: 'Il n’est plus possible d’en décider. Rien n’a été fait.',
      open: 'C’est en cours.',
      done: 'C’est fait.',
      failed: 'Cela n’a pas pu être fait.',
      unknown: 'C’est peut-être fait : la réponse n’est pas arrivée.',
    },
  },

  progress: {
    thinking: 'Réflexion',
    thinkingFor: (seconds) => `Réflexion · ${formatNumber(seconds)} s`,
    queued: (position) =>
      position <= 1 ? 'Prochain dans la file' : `Numéro ${formatNumber(position)} dans la file`,
    reconnecting: 'Connexion perdue. La réponse continue ; reconnexion…',
    answering: 'Réponse en cours',
    answerComplete: 'Réponse terminée',
    answerStopped: 'Réponse interrompue',
    answerFailed: 'Échec de la réponse',
    unread: 'Nouvelle réponse',
    wait: 'Attendre la fin',
    interrupt: 'Arrêter et envoyer',
  },

  versions: {
    regenerate: 'Régénérer',
    edit: 'Modifier',
    editLabel: 'Votre question',
    editHelp: 'Une nouvelle réponse sera rédigée. La suite actuelle est conservée comme version précédente.',
    edited: 'Modifiée',
    older: 'La conversation continue à partir de la dernière version.',
    earlier: 'Ceci est une version précédente. Elle ne fait plus partie de la conversation.',
    back: 'Revenir à la conversation',
    askAgain: 'Poser à nouveau',
    withdrawn:
      'Votre texte est revenu dans le champ de message. Votre prochain envoi remplace cette question.',
    taken: 'Cette question a été modifiée dans une autre fenêtre. Votre texte est dans le champ de message.',
  },

  markdown: {
    code: 'Extrait de code',
    formula: 'Formule',
    table: 'Tableau',
    wrap: 'Renvoyer à la ligne',
    save: 'Télécharger le code',
    footnotes: 'Notes de bas de page',
    footnote: (number) => `Note de bas de page ${number}`,
    back: (number) => `Retour à l’appel ${number}`,
    source: (number, host) => `Source ${number} : ${host}`,
    sources: 'Sources',
    mayNotSay: 'Ne le dit peut-être pas',
    deletedSource: 'Ce document a été supprimé.',
    alerts: {
      note: 'Remarque',
      tip: 'Conseil',
      important: 'À retenir',
      warning: 'Avertissement',
      caution: 'Prudence',
    },
  },

  notifyRefused: 'Le navigateur n’autorise pas les notifications de cette page.',

  search: {
    searching: 'Recherche…',
    none: 'Aucun résultat.',
    noneSoFar: (date) => `Aucun résultat depuis le ${date}.`,
    until: (date) => `Recherche effectuée jusqu’au ${date}.`,
    older: 'Chercher plus loin',
    found: (count) => `${formatNumber(count)} ${plural('fr', count, { one: 'trouvée', other: 'trouvées' })}`,
  },

  archive: {
    none: 'Aucune conversation archivée.',
    back: 'Toutes les conversations',
  },

  manage: {
    more: 'Autres actions',
    rename: 'Renommer',
    delete: 'Supprimer',
    pin: 'Épingler',
    unpin: 'Désépingler',
    archive: 'Archiver',
    unarchive: 'Désarchiver',
    pinned: 'Conversation épinglée',
    unpinned: 'Conversation désépinglée',
    archived: 'Conversation archivée',
    unarchived: 'La conversation est de retour dans la liste',
    renameTitle: 'Renommer',
    renameLabel: 'Titre',
    deleteTitle: 'Supprimer cette conversation ?',
    deleteBody: (title) => `« ${title} » et ses réponses seront effacées. L’utilisation reste inchangée.`,
  },

  password: {
    current: 'Mot de passe actuel',
    chosen: 'Nouveau mot de passe',
    changed: 'Le mot de passe a été changé. Vos autres sessions ont pris fin.',
    wrong: 'Le mot de passe actuel est incorrect.',
    ...passwords,
  },

  everywhere: {
    title: 'Se déconnecter partout ?',
    body: 'Tous vos appareils seront déconnectés, y compris celui-ci.',
  },

  all: {
    title: 'Supprimer toutes les conversations ?',
    body: 'Toutes vos conversations et leurs réponses seront effacées, même archivées. C’est irréversible. L’utilisation reste inchangée.',
    confirm: (word) => `Saisissez « ${word} » pour confirmer`,
    word: 'supprimer',
    deleted: 'Toutes les conversations ont été supprimées',
  },
};
