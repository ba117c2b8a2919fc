import type { FindingWords } from '#contract/embedding/finding-facts.ts';

/** What a check of a page found, by its reason. */
export const findings: FindingWords = {
  no_web_address: () => 'The address of the page is not a web address.',
  origin_allowed: ({ origin }) => `${origin} may embed the chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'No origin is allowed yet' : `Allowed are ${origins.join(', ')}`}. Add ${origin} to the origins, or the browser will not show the frame.`,
  script_unrestricted: () => 'The policy does not restrict the script.',
  frame_unrestricted: () => 'The policy does not restrict the frame.',
  source_allowed: ({ directive, source }) => `${directive} allows ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} does not allow the script: add ${source} to ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} does not allow the frame: add ${source} to ${place}.`,
  connect_allowed: () => 'connect-src allows the token endpoint of the page.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} does not allow the token endpoint of the page: add ${source} to ${place}.`,
  other_origin: () =>
    'The token endpoint must be a path on the page’s own origin: the launcher asks no other.',
  unreachable: ({ url, error }) =>
    `POST ${url} could not be tried from here: ${error}. Run this where it can be reached; without a user it must answer 401:`,
  visitor_refused: ({ url, status }) => `POST ${url} answers ${status} without a user, as it should.`,
  token_given: ({ url }) =>
    `POST ${url} gives a token to a visitor without a session. Make sure that this is intended.`,
  no_user: ({ url }) => `POST ${url} answers that there is no user, as it should.`,
  page_answered: ({ url, status }) =>
    `POST ${url} answers ${status} with a page: it must answer with {"token": "…"}, or 401 without a user.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} answers ${status} with something else: it must answer with {"token": "…"}, or 401 without a user.`,
  redirected: ({ url, status }) =>
    `POST ${url} answers ${status}: it redirects, perhaps to a sign-in. It must answer 401 instead.`,
  route_missing: ({ url, status }) =>
    `POST ${url} answers ${status}: there is no such route. Add it, or correct data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} answers ${status}: the route must accept POST.`,
  request_refused: ({ url, status }) =>
    `POST ${url} answers ${status}: it must accept a POST with a JSON body, {"reason": "…"}.`,
  server_failed: ({ url, status }) => `POST ${url} answers ${status}: the log of your server says why.`,
};
