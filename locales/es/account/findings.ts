import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'La dirección de la página no es una dirección web.',
  origin_allowed: ({ origin }) => `${origin} puede integrar el chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'Todavía no hay ningún origen permitido' : `Orígenes permitidos: ${origins.join(', ')}`}. Añada ${origin} a los orígenes o el navegador no mostrará el marco.`,
  script_unrestricted: () => 'La política no restringe el script.',
  frame_unrestricted: () => 'La política no restringe el marco.',
  source_allowed: ({ directive, source }) => `${directive} permite ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} no permite el script: añada ${source} a ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} no permite el marco: añada ${source} a ${place}.`,
  connect_allowed: () => 'connect-src permite el endpoint de tokens de la página.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} no permite el endpoint de tokens de la página: añada ${source} a ${place}.`,
  other_origin: () =>
    'El endpoint de tokens debe ser una ruta del origen de la página: el lanzador no consulta ningún otro.',
  unreachable: ({ url, error }) =>
    `No se pudo probar POST ${url} desde aquí: ${error}. Ejecute esto donde sea accesible; sin usuario debe responder 401:`,
  visitor_refused: ({ url, status }) => `POST ${url} responde ${status} sin usuario, como debe ser.`,
  token_given: ({ url }) =>
    `POST ${url} da un token a un visitante sin sesión. Asegúrese de que es lo que desea.`,
  no_user: ({ url }) => `POST ${url} responde que no hay ningún usuario, como debe ser.`,
  page_answered: ({ url, status }) =>
    `POST ${url} responde ${status} con una página: debe responder {"token": "…"}, o 401 sin usuario.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} responde ${status} con otra cosa: debe responder {"token": "…"}, o 401 sin usuario.`,
  redirected: ({ url, status }) =>
    `POST ${url} responde ${status}: redirige, quizá a un inicio de sesión. En su lugar debe responder 401.`,
  route_missing: ({ url, status }) =>
    `POST ${url} responde ${status}: esa ruta no existe. Añádala o corrija data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} responde ${status}: la ruta debe aceptar POST.`,
  request_refused: ({ url, status }) =>
    `POST ${url} responde ${status}: debe aceptar un POST con cuerpo JSON, {"reason": "…"}.`,
  server_failed: ({ url, status }) =>
    `POST ${url} responde ${status}: el registro de su servidor indica por qué.`,
};
