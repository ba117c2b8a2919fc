/** The document's own introduction, in Markdown. */
export const introduction = [
  'AI chat for the partners of a platform. A partner’s backend sends its API key as `Authorization: Bearer <API_KEY>` and names its end user in `external_user_id`; the hosted pages send a session token, which names the end user already.',
  'JSON is snake_case; times are RFC 3339 in UTC. Unknown members, unknown query names and repeated ones are refused with 422, and nothing is coerced. `null` for an optional member of a body means that it is absent, unless its schema takes null. Every answer carries `X-Request-Id`. Refusals are `application/problem+json` (RFC 9457) with a stable `code`.',
  'An unknown path below `/v1` is 401 without a key and 404 with one; a known path with another method is 405.',
  '`/v1` changes only by addition: expect members and event names that you do not know.',
].join('\n\n');
