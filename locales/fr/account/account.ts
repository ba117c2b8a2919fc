import type { AccountCatalogue } from '#web/account/text/words.ts';

export { common } from '../common.ts';

export const readLater = () => import('./later.ts');

export const account: AccountCatalogue = {
  backToChat: 'Ouvrir le chat',
  sections: 'Rubriques',
  menu: 'Menu',
  signOut: 'Se déconnecter',
  theme: 'Thème',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  cancel: 'Annuler',
  save: 'Enregistrer',
  saved: 'Enregistré',
  refresh: 'Actualiser',
  more: 'Afficher plus',
  csv: 'Télécharger en CSV',

  sectionNames: {
    usage: 'Utilisation',
    users: 'Utilisateurs',
    assistant: 'Assistant',
    brand: 'Marque',
    embedding: 'Intégration',
    webhooks: 'Webhooks',
    security: 'Sécurité',
    subscription: 'Abonnement',
  },

  fields: {
    email: 'Adresse e-mail',
    assistant_name: 'Nom de l’assistant',
    accent: 'Couleur d’accent',
    greeting: 'Message d’accueil',
    starters: 'Suggestion',
    origins: 'Origine',
    page_url: 'Adresse de la page',
    token_endpoint: 'Point d’accès aux jetons',
    url: 'Adresse',
    text: 'Brouillon',
    description: 'Description',
    types: 'Types',
    enabled: 'Ce droit',
    admin: 'Ce droit',
    identity: 'Identité',
    other: 'La valeur',
  },

  problems: {
    offline: 'Vous êtes hors ligne. Rien n’a été modifié.',
    unreachable: 'Le service est injoignable. Réessayez.',
    unexpected: 'Une erreur s’est produite. Réessayez.',
    userExists: 'Cette adresse e-mail est déjà utilisée.',
    gone: 'Cet élément n’existe plus. Rechargez la page.',
    tooManyWebhooks: 'Une organisation ne peut pas avoir plus de points d’accès. Supprimez-en un d’abord.',
    emailNotSent:
      'Le serveur de messagerie n’a pas accepté le message. La personne est créée ; réinitialisez le mot de passe pour réessayer.',
  },

  mistakes: {
    'email.format': 'Saisissez une adresse e-mail, par exemple ada@example.com.',
    'accent.format': 'Saisissez une couleur sous la forme #rrggbb.',
    'origins.format':
      'Saisissez une origine telle que https://www.example.com ; http:// est réservé à localhost.',
    format: 'Saisissez une ligne de caractères visibles.',
    webhook_url_not_allowed:
      'Saisissez une adresse publique qui commence par https://, sans utilisateur ni mot de passe, et qui n’est pas celle de ce service. L’exploitant peut autoriser d’autres réseaux.',
    'types.unknown': 'Ce type d’événement n’existe pas.',
    own_account: 'Impossible sur votre propre compte.',
    reserved_identity_prefix:
      'Une identité qui commence par hu: est celle d’une personne qui se connecte ; saisissez-la en entier.',
    characters: 'Contient des caractères qui ne peuvent pas être enregistrés.',
    image: 'Le fichier doit être un PNG, JPEG, WebP ou GIF intact, de 4096 × 4096 pixels au plus.',
    svg: 'Un SVG peut contenir des scripts. Utilisez un PNG, JPEG, WebP ou GIF.',
    maxLength: 'C’est trop long.',
    maxItems: 'Il y en a trop.',
    required: 'Ce champ doit être rempli.',
    invalid: 'Cette valeur n’a pas été acceptée.',
  },
  mistakeIn: (field, mistake) => `${field} : ${mistake}`,

  usage: {
    today: 'Aujourd’hui',
    days: '30 derniers jours',
    byUser: 'Par utilisateur',
    byUserNote: 'Les 100 personnes qui ont le plus utilisé le chat ces 30 derniers jours.',
    resets: (time) => `Remise à zéro : ${time}. Les jours sont en UTC.`,
    noLimit: (used) => `${used} · sans limite`,
    of: (used, limit) => `${used} sur ${limit}`,
    allUsers: 'pour tous les utilisateurs',
    dimension: 'Données affichées',
    chart: 'Graphique',
    table: 'Tableau',
    view: 'Affichage',
    summary: (name, total, peak, day) => `${name} : ${total} en 30 jours, maximum le ${day} avec ${peak}.`,
    noneOf: (name) => `${name} : rien ces 30 derniers jours.`,
    onDay: (day, count) => `${day} : ${count}`,
    total: (count) => `${count} en 30 jours`,
    day: 'Jour (UTC)',
    user: 'Utilisateur',
    todayColumn: 'Aujourd’hui',
    monthColumn: '30 jours',
    topToday: 'Principaux utilisateurs du jour',
    emptyToday: 'Aucune question n’a été envoyée aujourd’hui.',
    unguarded:
      'Votre chat peut être intégré et n’a ni limite par utilisateur ni limite de réponses simultanées : un seul visiteur peut épuiser le quota quotidien de tous. Demandez à l’exploitant de ce service d’en fixer une.',
    empty: 'Personne n’a utilisé le chat ces 30 derniers jours. Les envois seront comptés ici.',
  },

  people: {
    title: 'Personnes par identifiant',
    note: 'Les personnes qui viennent de votre site ont l’identifiant attribué par votre backend. Une personne bloquée peut lire, mais pas envoyer.',
    identity: 'Identifiant',
    block: 'Bloquer',
    unblock: 'Débloquer',
    blockName: (name) => `Bloquer ${name}`,
    unblockName: (name) => `Débloquer ${name}`,
    blocked: 'Envoi bloqué',
    blockTitle: 'Bloquer cette personne ?',
    blockBody: (name) =>
      `${name} pourra lire, mais plus envoyer. Les questions en attente sont annulées et ne sont pas comptées, les réponses en cours sont interrompues.`,
    undo: 'Annuler l’action',
    sending: 'Envoi',
    export: 'Exporter les données',
    erase: 'Effacer les données',
    noneBlocked: 'Personne n’est bloqué.',
    wasBlocked: (name) => `${name} est bloqué`,
    wasUnblocked: (name) => `${name} peut de nouveau envoyer`,
    eraseTitle: 'Effacer les données de cette personne ?',
    eraseBody: (name) =>
      `Tout ce qui est enregistré au sujet de ${name} est effacé : conversations, avis et, le cas échéant, le compte. Cette action est irréversible. Les chiffres d’utilisation sont conservés sans le nom.`,
    confirmErase: 'Effacer',
    wasErased: 'Les données sont effacées',
    isErasing: 'Effacement des données en cours',
  },

  subscription: {
    note: 'Ce que prévoit votre contrat. L’exploitant de ce service peut le modifier.',
    status: 'État',
    statuses: { trial: 'Essai', active: 'Actif', past_due: 'Paiement en retard', canceled: 'Résilié' },
    allowed: 'Tout le monde peut utiliser le chat.',
    notAllowed:
      'Le chat est en pause : personne ne peut envoyer et seuls les administrateurs peuvent se connecter. Les conversations sont conservées. Demandez à l’exploitant de ce service de renouveler l’abonnement.',
    limits: 'Limites par jour',
    shared: 'Tous les utilisateurs',
    eachUser: (name) => `${name}, par utilisateur`,
    noLimit: 'Aucune limite',
    enabled: 'Activé',
    notEnabled: 'Non activé',
  },
};
