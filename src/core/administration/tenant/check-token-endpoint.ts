import type { EmbeddingFinding } from '#contract/hosted.ts';
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
  if (!url || !isWeb(url) || url.origin !== page?.origin) {
    const detail =
      'The token endpoint has to be a path of the page’s own origin: the launcher asks no other.';
    return { code: 'token', ok: false, detail };
  }
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

function judge(url: string, { status, error, reply }: AttemptOutcome): EmbeddingFinding {
  const found = (ok: boolean, what: string) => ({
    code: 'token' as const,
    ok,
    detail: `POST ${url} ${what}`,
  });
  if (status === null) {
    const detail =
      `POST ${url} could not be tried from here: ${error}. Run this where it can be reached; without a user it has ` +
      `to answer 401: curl -g -i -X POST -H 'content-type: application/json' -d '{"reason":"boot"}' ${quoted(url)}`;
    return { code: 'token', ok: true, untried: true, detail };
  }
  if (status === 401 || status === 403) return found(true, `answers ${status} without a user, as it should.`);
  if (status >= 200 && status < 300) return found(...judgeReply(status, reply));
  return found(false, `answers ${status}: ${remedyFor(status)}`);
}

function judgeReply(status: number, reply: string): [ok: boolean, what: string] {
  if (/"token"\s*:\s*"/.test(reply)) {
    return [true, 'gives a token to a visitor without a session. See to it that this is meant.'];
  }
  if (/"token"\s*:\s*null/.test(reply)) return [true, 'answers that there is no user, as it should.'];
  const kind = reply.trimStart().startsWith('<') ? 'a page' : 'something else';
  return [
    false,
    `answers ${status} with ${kind}: it has to answer with {"token": "…"}, or 401 without a user.`,
  ];
}

function remedyFor(status: number): string {
  if (status < 400) return 'it redirects, perhaps to a sign-in. It has to answer 401 instead.';
  if (status === 404) return 'there is no such route. Add it, or correct data-token-endpoint.';
  if (status === 405) return 'the route has to take POST.';
  if (status < 500) return 'it has to take a POST with a JSON body, {"reason": "…"}.';
  return 'the log of your server says why.';
}
