import { plural } from '#contract/languages/plural.ts';
import type { LaterAccountCatalogue } from '#web/account/text/words.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import { audit } from './audit.ts';
import { ended } from './ended.ts';
import { findings } from './findings.ts';
import { guidance } from './guidance.ts';
import { knowledge } from './knowledge.ts';
import { ownKey } from './own-key.ts';
import { ratings } from './ratings.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterAccountCatalogue = {
  brand: {
    note: 'L’apparence de vos pages et ce qu’elles disent en premier.',
    logo: 'Logo',
    logoHelp: 'PNG, JPEG, WebP ou GIF, 2 Mo maximum. Il s’affiche à la connexion et dans le chat.',
    chooseLogo: 'Choisir un fichier',
    removeLogo: 'Supprimer le logo',
    removeLogoBody: 'Les pages afficheront alors le logo neutre.',
    tooLarge: 'Le fichier dépasse 2 Mo.',
    assistantName: 'Nom de l’assistant',
    assistantNameHelp: 'Affiché en haut du chat. Vide : le nom de votre organisation.',
    radius: 'Angles',
    radii: { soft: 'Adoucis', square: 'Droits', round: 'Arrondis' },
    font: 'Police',
    fonts: {
      standard: 'Par défaut',
      system: 'Police de l’appareil',
      humanist: 'Humaniste',
      geometric: 'Géométrique',
      serif: 'À empattements',
    },
    density: 'Espacement',
    densities: { comfortable: 'Confortable', compact: 'Réduit' },
    accent: 'Couleur d’accent',
    accentText: 'Au format #rrggbb',
    ownAccent: 'Utiliser votre propre couleur d’accent',
    ratio: (theme, ratio) => `${theme} : contraste du texte ${ratio}.`,
    forced:
      'Sa luminosité est ajustée, car un texte de cette couleur serait difficile à lire. Les boutons la conservent.',
    greeting: 'Message d’accueil',
    greetingHelp: 'Affiché au début d’une conversation. Vide : notre propre texte.',
    greetingDefault: 'Que souhaitez-vous savoir ?',
    aiNotice: 'Mention de l’IA',
    aiNoticeHelp:
      'Affichée là où s’écrit la première question, après la marque AI, qui reste toujours. De 10 à 300 caractères par langue ; à défaut, nos propres mots.',
    aiNoticeLanguage: 'Langue de la mention',
    starters: 'Suggestions',
    starter: (index) => `Suggestion ${index}`,
    startersHelp: 'Jusqu’à six questions pour commencer.',
    addStarter: 'Ajouter une suggestion',
    removeStarter: 'Supprimer',
    preview: 'Aperçu',
    previewLink: 'un lien',
    previewSend: 'Envoyer',
  },

  embedding: {
    note: 'Affichez le chat sur vos propres pages.',
    origins: 'Origines autorisées',
    originsHelp:
      'Une par ligne, par exemple https://www.example.com. Seules les pages de ces origines peuvent afficher le chat.',
    noOrigins: 'Aucune origine n’est encore autorisée : le chat ne peut être intégré nulle part.',
    closing: 'Les cadres ouverts sur les origines supprimées restent jusqu’au rechargement de leur page.',
    snippet: 'Extrait de code',
    pinned: 'Extrait avec contrôle d’intégrité',
    pinnedHelp: 'Ou fixez cette version : le navigateur refuse alors tout autre fichier.',
    snippetHelp:
      'Placez-le sur chaque page qui doit afficher le chat. L’adresse indiquée dans data-token-endpoint appartient à votre propre backend : il demande à notre API un jeton pour l’utilisateur connecté et répond 401 si personne ne l’est. data-accent est la couleur du bouton ; data-locale définit la langue, qui est sinon celle de votre page.',
    frame: 'Sans le lanceur',
    frameHelp: 'Un iframe à cette adresse, avec un jeton de votre backend après #token=.',
    headers: 'En-têtes de vos pages',
    headersHelp:
      'Si vos pages envoient une Content-Security-Policy, elle doit contenir ces sources : le script, le cadre et, dans connect-src, votre propre point d’accès aux jetons.',
    check: 'Vérifier une page',
    checkHelp: 'Montre ce qui bloque le chat sur une page.',
    pageUrl: 'Adresse de la page',
    policy: 'Sa Content-Security-Policy (facultatif)',
    endpoint: 'Chemin de son point d’accès aux jetons (facultatif)',
    run: 'Vérifier',
    allGood: 'Rien n’empêche le chat de s’afficher sur cette page.',
    found: 'Cette page ne peut pas encore afficher le chat.',
    fine: 'OK',
    missing: 'Manquant',
    untried: 'Non testé',
  },

  findings,

  users,

  webhooks,

  guidance,

  knowledge,

  tools,

  ownKey,

  ratings,

  ended,

  security: {
    note: 'Qui est connecté et ce qui a été modifié.',
    handoff: 'Clé de transfert',
    handoffHelp:
      'Elle signe chaque session de votre organisation. Renouvelez-la si une session ou un jeton a pu tomber entre de mauvaises mains.',
    rotate: 'Renouveler la clé de transfert',
    rotateTitle: 'Renouveler la clé de transfert ?',
    rotateBody: (sessions) =>
      `Cela met fin immédiatement à ${sessions}, y compris la vôtre, et à chaque jeton que votre backend a obtenu pour un chat intégré.`,
    rotateKeeps:
      'Les clés d’API, les conversations et l’utilisation restent inchangées. Vous vous reconnectez ensuite.',
    oneSession: 'la session de la seule personne connectée',
    manySessions: (count) =>
      plural('fr', count, {
        one: `${formatNumber(count)} session ouverte`,
        other: `l’ensemble des ${formatNumber(count)} sessions ouvertes`,
      }),
    confirmRotate: 'Renouveler et se déconnecter',
    sessions: 'Sessions',
    current: 'Celle-ci',
    device: (browser, system) => `${browser} sur ${system}`,
    unknownDevice: 'Appareil inconnu',
    since: (from, until) => `Depuis le ${from}, jusqu’au ${until}`,
    end: 'Mettre fin',
    ended: (email) => `La session de ${email} est terminée`,
    noSessions: 'Personne n’est connecté.',
    audit: 'Modifications',
    auditNote: 'Qui a modifié quoi, les plus récentes en premier.',
    operator: 'Exploitant',
    ownKey: 'Clé d’API',
    noAudit: 'Rien n’a encore été modifié.',
  },

  audit,
};
