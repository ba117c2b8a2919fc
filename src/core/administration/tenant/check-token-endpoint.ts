import type { FindingReason } from '#contract/embedding/finding-facts.ts';
import type { EmbeddingFinding } from '#contract/hosted.ts';
import { embeddingFinding } from '../../clients/embedding-finding.ts';
import type { AttemptOutcome } from '../../webhooks/decide-attempt.ts';
import type { SendWebhook } from '../../webhooks/webhook-courier.ts';

const longestMs = 10_000;

/** Tries a partner's token endpoint as a visitor without a session, and explains what it answers. */
export async function checkTokenEndpoint(
  send: SendWebhook,
  pageUrl: string,
  endpoint: string,
): Promise<EmbeddingFinding> {
  const page = URL.parse(pageUrl);
  const url = page && URL.parse(endpoint, page.href);
  if (!url || !isWeb(url) || url.origin !== page?.origin) return embeddingFinding('token', 'other_origin');
  const headers = { 'content-type': 'application/json', accept: 'application/json', origin: page.origin };
  const request = { url: url.href, headers, body: '{"reason":"boot"}' };
  const outcome = await send(request, AbortSignal.timeout(longestMs));
  return judge(url.href, outcome);
}

/** All other schemes share one origin, `null`. */
function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** For a POSIX shell, in which nothing has a meaning between single quotes but the next of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function judge(url: string, { status, error, errorCode, reply }: AttemptOutcome): EmbeddingFinding {
  if (status === null) {
    const command = `curl -g -i -X POST -H 'content-type: application/json' -d '{"reason":"boot"}' ${quoted(url)}`;
    const values = { url, error: errorCode ?? '', command };
    return embeddingFinding('token', 'unreachable', values, error ?? '');
  }
  return embeddingFinding('token', reasonOf(status, reply), { url, status });
}

function reasonOf(status: number, reply: string): FindingReason {
  if (status === 401 || status === 403) return 'visitor_refused';
  if (status >= 200 && status < 300) return reasonOfReply(reply);
  if (status < 400) return 'redirected';
  if (status === 404) return 'route_missing';
  if (status === 405) return 'method_refused';
  return status < 500 ? 'request_refused' : 'server_failed';
}

function reasonOfReply(reply: string): FindingReason {
  if (/"token"\s*:\s*"/.test(reply)) return 'token_given';
  if (/"token"\s*:\s*null/.test(reply)) return 'no_user';
  return reply.trimStart().startsWith('<') ? 'page_answered' : 'no_token_answered';
}
