import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'L’adresse de la page n’est pas une adresse web.',
  origin_allowed: ({ origin }) => `${origin} peut intégrer le chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'Aucune origine n’est encore autorisée' : `Origines autorisées : ${origins.join(', ')}`}. Ajoutez ${origin} aux origines, sinon le navigateur n’affiche pas le cadre.`,
  script_unrestricted: () => 'La politique ne restreint pas le script.',
  frame_unrestricted: () => 'La politique ne restreint pas le cadre.',
  source_allowed: ({ directive, source }) => `${directive} autorise ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} n’autorise pas le script : ajoutez ${source} à ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} n’autorise pas le cadre : ajoutez ${source} à ${place}.`,
  connect_allowed: () => 'connect-src autorise le point d’accès aux jetons de la page.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} n’autorise pas le point d’accès aux jetons de la page : ajoutez ${source} à ${place}.`,
  other_origin: () =>
    'Le point d’accès aux jetons doit être un chemin de l’origine de la page : le lanceur n’en interroge pas d’autre.',
  unreachable: ({ url, error }) =>
    `POST ${url} n’a pas pu être testé d’ici : ${error}. Exécutez ceci là où il est joignable ; sans utilisateur connecté, il doit répondre 401 :`,
  visitor_refused: ({ url, status }) =>
    `POST ${url} répond ${status} sans utilisateur connecté, comme prévu.`,
  token_given: ({ url }) =>
    `POST ${url} donne un jeton à un visiteur sans session. Assurez-vous que c’est voulu.`,
  no_user: ({ url }) => `POST ${url} répond que personne n’est connecté, comme prévu.`,
  page_answered: ({ url, status }) =>
    `POST ${url} répond ${status} avec une page : il doit répondre {"token": "…"}, ou 401 si personne n’est connecté.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} répond ${status} avec autre chose : il doit répondre {"token": "…"}, ou 401 si personne n’est connecté.`,
  redirected: ({ url, status }) =>
    `POST ${url} répond ${status} : il redirige, peut-être vers une connexion. Il doit répondre 401 à la place.`,
  route_missing: ({ url, status }) =>
    `POST ${url} répond ${status} : cette route n’existe pas. Ajoutez-la ou corrigez data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} répond ${status} : la route doit accepter POST.`,
  request_refused: ({ url, status }) =>
    `POST ${url} répond ${status} : il doit accepter un POST avec un corps JSON, {"reason": "…"}.`,
  server_failed: ({ url, status }) =>
    `POST ${url} répond ${status} : le journal de votre serveur indique pourquoi.`,
};
