import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'L’indirizzo della pagina non è un indirizzo web.',
  origin_allowed: ({ origin }) => `${origin} può integrare la chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'Nessuna origine è ancora consentita' : `Origini consentite: ${origins.join(', ')}`}. Aggiungi ${origin} alle origini, altrimenti il browser non mostra il frame.`,
  script_unrestricted: () => 'La policy non limita lo script.',
  frame_unrestricted: () => 'La policy non limita il frame.',
  source_allowed: ({ directive, source }) => `${directive} consente ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} non consente lo script: aggiungi ${source} a ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} non consente il frame: aggiungi ${source} a ${place}.`,
  connect_allowed: () => 'connect-src consente l’endpoint dei token della pagina.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} non consente l’endpoint dei token della pagina: aggiungi ${source} a ${place}.`,
  other_origin: () =>
    'L’endpoint dei token deve essere un percorso dell’origine della pagina: il launcher non ne interroga altri.',
  unreachable: ({ url, error }) =>
    `Non è stato possibile provare POST ${url} da qui: ${error}. Esegui questo dove è raggiungibile; senza utente deve rispondere 401:`,
  visitor_refused: ({ url, status }) => `POST ${url} risponde ${status} senza utente, come deve.`,
  token_given: ({ url }) =>
    `POST ${url} dà un token a un visitatore senza sessione. Assicurati che sia voluto.`,
  no_user: ({ url }) => `POST ${url} risponde che non c’è alcun utente, come deve.`,
  page_answered: ({ url, status }) =>
    `POST ${url} risponde ${status} con una pagina: deve rispondere {"token": "…"}, oppure 401 senza utente.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} risponde ${status} con altro: deve rispondere {"token": "…"}, oppure 401 senza utente.`,
  redirected: ({ url, status }) =>
    `POST ${url} risponde ${status}: reindirizza, forse a un accesso. Deve invece rispondere 401.`,
  route_missing: ({ url, status }) =>
    `POST ${url} risponde ${status}: questa route non esiste. Aggiungila o correggi data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} risponde ${status}: la route deve accettare POST.`,
  request_refused: ({ url, status }) =>
    `POST ${url} risponde ${status}: deve accettare un POST con corpo JSON, {"reason": "…"}.`,
  server_failed: ({ url, status }) => `POST ${url} risponde ${status}: il log del tuo server dice perché.`,
};
