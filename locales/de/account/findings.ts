import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'Die Adresse der Seite ist keine Webadresse.',
  origin_allowed: ({ origin }) => `${origin} darf den Chat einbetten.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'Noch ist keine Origin erlaubt' : `Erlaubt: ${origins.join(', ')}`}. Fügen Sie ${origin} zu den Origins hinzu, sonst zeigt der Browser keinen Frame.`,
  script_unrestricted: () => 'Die Policy schränkt das Skript nicht ein.',
  frame_unrestricted: () => 'Die Policy schränkt den Frame nicht ein.',
  source_allowed: ({ directive, source }) => `${directive} erlaubt ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} erlaubt das Skript nicht: Fügen Sie ${source} zu ${place} hinzu.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} erlaubt den Frame nicht: Fügen Sie ${source} zu ${place} hinzu.`,
  connect_allowed: () => 'connect-src erlaubt den Token-Endpunkt der Seite.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} erlaubt den Token-Endpunkt der Seite nicht: Fügen Sie ${source} zu ${place} hinzu.`,
  other_origin: () =>
    'Der Token-Endpunkt muss ein Pfad der Origin der Seite sein: Der Launcher fragt keinen anderen.',
  unreachable: ({ url, error }) =>
    `POST ${url} ließ sich von hier aus nicht prüfen: ${error}. Führen Sie dies dort aus, wo er erreichbar ist; ohne angemeldete Person muss er mit 401 antworten:`,
  visitor_refused: ({ url, status }) =>
    `POST ${url} antwortet ohne angemeldete Person mit ${status}, wie es sein soll.`,
  token_given: ({ url }) =>
    `POST ${url} gibt einem Besucher ohne Sitzung ein Token. Vergewissern Sie sich, dass das so gewollt ist.`,
  no_user: ({ url }) => `POST ${url} antwortet, dass niemand angemeldet ist, wie es sein soll.`,
  page_answered: ({ url, status }) =>
    `POST ${url} antwortet mit ${status} und einer Seite: Die Antwort muss {"token": "…"} sein oder 401, wenn niemand angemeldet ist.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} antwortet mit ${status} und etwas anderem: Die Antwort muss {"token": "…"} sein oder 401, wenn niemand angemeldet ist.`,
  redirected: ({ url, status }) =>
    `POST ${url} antwortet mit ${status}: eine Weiterleitung, vielleicht zu einer Anmeldung. Stattdessen muss die Antwort 401 sein.`,
  route_missing: ({ url, status }) =>
    `POST ${url} antwortet mit ${status}: Diese Route gibt es nicht. Fügen Sie sie hinzu oder korrigieren Sie data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} antwortet mit ${status}: Die Route muss POST annehmen.`,
  request_refused: ({ url, status }) =>
    `POST ${url} antwortet mit ${status}: Sie muss ein POST mit JSON annehmen, {"reason": "…"}.`,
  server_failed: ({ url, status }) =>
    `POST ${url} antwortet mit ${status}: Den Grund nennt das Protokoll Ihres Servers.`,
};
