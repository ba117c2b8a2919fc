import { type FindingFacts, type FindingReason, noFacts } from '#contract/embedding/finding-facts.ts';
import type { EmbeddingFinding } from '#contract/hosted.ts';

/** Nothing of the page needs a change. */
const good: ReadonlySet<FindingReason> = new Set([
  'origin_allowed',
  'script_unrestricted',
  'frame_unrestricted',
  'source_allowed',
  'connect_allowed',
  'unreachable',
  'visitor_refused',
  'token_given',
  'no_user',
]);

/** For people who read the API. Pages have words of their own. */
const details: Readonly<Record<FindingReason, (facts: FindingFacts, cause: string) => string>> = {
  no_web_address: () => 'The address of the page is not a web address.',
  origin_allowed: ({ origin }) => `${origin} may embed the chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'No origin is allowed yet' : `Allowed are ${origins.join(', ')}`}. ` +
    `Add ${origin} to the origins, or the browser will not show the frame.`,
  script_unrestricted: () => 'The policy does not restrict the script.',
  frame_unrestricted: () => 'The policy does not restrict the frame.',
  source_allowed: ({ directive, source }) => `${directive} allows ${source}.`,
  script_missing: (facts) => missing('the script', facts),
  frame_missing: (facts) => missing('the frame', facts),
  connect_allowed: () => 'connect-src allows the token endpoint of the page.',
  connect_missing: (facts) => missing('the token endpoint of the page', facts),
  other_origin: () =>
    'The token endpoint must be a path on the page’s own origin: the launcher asks no other.',
  unreachable: ({ url, command }, cause) =>
    `POST ${url} could not be tried from here: ${cause}. Run this where it can be reached; without a user it must ` +
    `answer 401: ${command}`,
  visitor_refused: (facts) => `${answered(facts)} without a user, as it should.`,
  token_given: ({ url }) =>
    `POST ${url} gives a token to a visitor without a session. Make sure that this is intended.`,
  no_user: ({ url }) => `POST ${url} answers that there is no user, as it should.`,
  page_answered: (facts) => `${answered(facts)} with a page: ${wanted}`,
  no_token_answered: (facts) => `${answered(facts)} with something else: ${wanted}`,
  redirected: (facts) =>
    `${answered(facts)}: it redirects, perhaps to a sign-in. It must answer 401 instead.`,
  route_missing: (facts) =>
    `${answered(facts)}: there is no such route. Add it, or correct data-token-endpoint.`,
  method_refused: (facts) => `${answered(facts)}: the route must accept POST.`,
  request_refused: (facts) => `${answered(facts)}: it must accept a POST with a JSON body, {"reason": "…"}.`,
  server_failed: (facts) => `${answered(facts)}: the log of your server says why.`,
};

const wanted = 'it must answer with {"token": "…"}, or 401 without a user.';

/** `cause`: why a request had no answer, in English. */
export function embeddingFinding(
  code: EmbeddingFinding['code'],
  reason: FindingReason,
  values: EmbeddingFinding['values'] = {},
  cause = '',
): EmbeddingFinding {
  return {
    code,
    ok: good.has(reason),
    ...(reason === 'unreachable' ? { untried: true } : {}),
    reason,
    values,
    detail: details[reason]({ ...noFacts, ...values }, cause),
  };
}

function missing(what: string, { directive, source, add_to: place }: FindingFacts): string {
  return `${directive} does not allow ${what}: add ${source} to ${place}.`;
}

function answered({ url, status }: FindingFacts): string {
  return `POST ${url} answers ${status}`;
}
