/** What a summary cannot say of an operation, in Markdown. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  getHealth:
    'The only operation that works without a key: it then says that the process is alive, and asks nothing and nobody. With a key it checks what the service depends on, within two seconds.',
  createHostedSession:
    'The token goes into the launcher or the iframe of the hosted page. It ends with its time, or at once when the client’s handoff key is rotated. Costs no quota.',
  streamAnswer:
    'Answers chunked Markdown, or typed events with `Accept: text/event-stream`. A body that ends cleanly is a complete, stored answer. After the first byte a failure closes the connection without the final chunk; the reason is at `GET /jobs/{X-Job-Id}`. Costs one request, one priority request with `options.priority`, and one Deep Dive with `detailed_response` or `think_harder_retry`.',
  createJob:
    'Takes the same body as `POST /stream`, runs the same checks and costs the same. 202 is sent once the job is stored.',
  getJob:
    'With `wait`, answers when the state or the position has changed, or when the time is over. The run of a stream is a job, too, with `queue_name: null`.',
  getJobOutput:
    'The text of one attempt only grows. With `after`, only what is newer; the cursor of an older attempt starts the new text from its beginning.',
  followJob:
    'From `after`, else from `Last-Event-ID`, else from the beginning. As text it ends uncleanly when a new attempt begins; as events it says `reset`.',
  cancelJob:
    'What was written is kept. The charge is given back while the job was still queued. A final job stays as it is. Name the end user in the query or in the body.',
  listConversations:
    'Conversations of all agents. `next_cursor` is opaque and is sent back as `cursor`; there are no totals.',
  getConversation:
    'Messages are oldest first within the page; the first page has the latest. `next_cursor` is sent back as `before`. A page ends with the message that brings it to 512 KiB, also before it has `limit` messages: go by `has_more`. Instructions, model names and the errors of providers are never shown.',
  renameConversation: 'Name the end user in the query or in the body.',
  deleteConversation:
    'Cancels a running answer. Messages are erased, usage stays. Name the end user in the query or in the body.',
  saveFeedback:
    'About the last answer unless `message_uuid` names another. `rating: null` takes it back. Works when the quota is used up and when the subscription has lapsed. Name the end user in the query or in the body.',
  getUsage:
    '`used` is the end user’s own count in every dimension. `requests.limit` is the cap per user where there is one (`scope: user`), else the client’s daily limit (`scope: client`), and `remaining` what can still be sent under both. A `limit` of null means unlimited. With a session token, limits are the user’s own only and `client` is left out. `blocked` names the quota that the next plain prompt would meet.',
  listUsageDays:
    'The client’s own days, or those of one end user. At most 366 rows: with `has_more`, ask again with `to` before the last one.',
  listProviders: 'Never their keys, addresses or costs.',
  createClient: 'Scopes cannot be given here: only the command line gives them.',
};

/** The document's own introduction, in Markdown. */
export const introduction = [
  'AI chat for the partners of a platform. A partner’s backend sends its API key as `Authorization: Bearer <API_KEY>` and names its end user in `external_user_id`; the hosted pages send a session token, which names the end user already.',
  'JSON is snake_case; times are RFC 3339 in UTC. Unknown members, unknown query names and repeated ones are refused with 422, and nothing is coerced. `null` for an optional member of a body means that it is absent, unless its schema takes null. Every answer carries `X-Request-Id`. Refusals are `application/problem+json` (RFC 9457) with a stable `code`.',
  'An unknown path below `/v1` is 401 without a key and 404 with one; a known path with another method is 405.',
  '`/v1` changes only by addition: expect members and event names that you do not know.',
].join('\n\n');
