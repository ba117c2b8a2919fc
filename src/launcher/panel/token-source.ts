import { isRecord } from '#contract/launcher.ts';
import type { Options } from '../launcher-api.ts';
import { complain } from './complaints.ts';

/** No user is signed in at the page, or asking again would not help. */
export class NoToken extends Error {
  /** Where the page's visitors sign in; empty when the page does not say. */
  readonly signInUrl: string;

  constructor(signInUrl = '') {
    super('No token');
    this.signInUrl = signInUrl;
  }
}

/** Where tokens come from: the page's function, its endpoint, or the token in the page. */
export function createTokenSource(options: () => Options) {
  let identity = {};

  async function request(reason: string): Promise<string> {
    const asked = identity;
    const token = await readToken(options(), reason);
    // A token that was requested before the identity changed belongs to the previous user.
    return asked === identity ? token : request('identify');
  }

  return {
    request,
    /** Earlier tokens belong to another user. */
    forget(): void {
      identity = {};
    },
  };
}

async function readToken(options: Options, reason: string): Promise<string> {
  const { getToken, tokenEndpoint, token: fixed } = options;
  let given: unknown = reason === 'boot' || reason === 'identify' ? fixed : null;
  if (getToken) {
    try {
      given = await getToken({ reason });
    } catch (error) {
      complain('getToken failed:', error);
      throw error;
    }
  } else if (tokenEndpoint) {
    given = await askEndpoint(options, new URL(tokenEndpoint, location.href), reason);
  } else if (!fixed) {
    complain('this page provides no token: it needs data-token-endpoint, data-token or getToken');
  }
  const token = isRecord(given) ? given['token'] : given;
  if (typeof token === 'string' && token) {
    checkTimes(given);
    return token;
  }
  if (tokenEndpoint && !getToken) {
    complain(`${tokenEndpoint} answered without a token: it must answer with JSON, {"token": "…"}`);
  }
  throw new NoToken(readSignInUrl(options, given));
}

async function askEndpoint(options: Options, url: URL, reason: string): Promise<unknown> {
  const { origin, href } = url;
  if (origin !== location.origin) {
    complain(
      `${href} is not of this page's origin, and only a path of ${location.origin} is asked for tokens`,
    );
    throw new NoToken();
  }
  const response = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  }).catch((error: unknown) => {
    complain(`POST ${href} failed: connect-src must allow 'self', and the server must run.`, error);
    throw error;
  });
  const { status } = response;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) {
    if (answer === null) complain(`${describe(response)} and no JSON: ${remedies[200]}`);
    return answer;
  }
  // 401 and 403: no user is signed in at the page.
  if (status === 401 || status === 403) throw new NoToken(readSignInUrl(options, answer));
  complain(`${describe(response)}: ${remedies[status] ?? remedies[500]}`);
  throw new Error(href);
}

const remedies: Readonly<Record<number, string>> = {
  200: 'it must answer with {"token": "…"}. A page here is often a sign-in page: answer with 401 instead',
  404: 'there is no such route. Add it to your server, or correct data-token-endpoint',
  405: 'the route must accept POST',
  500: 'the log of your server says why. Without a signed-in user it must answer with 401',
};

function describe({ url, status, headers }: Response): string {
  return `POST ${url} answered with ${status} ${headers.get('content-type') ?? ''}`;
}

function checkTimes(given: unknown): void {
  const end = isRecord(given) ? Date.parse(`${given['expires_at']}`) : Number.NaN;
  if (end > Date.now() || Number.isNaN(end)) return;
  complain(
    `the token ended ${new Date(end).toISOString()}, and it is ${new Date().toISOString()} here: ` +
      'get one for each request, do not keep it; or a clock is wrong',
  );
}

/** The answer's own address, for this visitor, counts more than that of the page. The frame checks it. */
function readSignInUrl({ signInUrl }: Options, given: unknown): string {
  const named = isRecord(given) && given['sign_in_url'];
  const address = typeof named === 'string' ? named : signInUrl;
  return address ? (URL.parse(address, location.href)?.href ?? '') : '';
}
