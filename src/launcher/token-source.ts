import { isRecord } from '#contract/launcher.ts';
import type { Options } from './options.ts';

/** Asking again would not help. */
export class NoToken extends Error {}

/** Where tokens come from: the page's function, its endpoint, or the token in the page. */
export function createTokenSource(options: () => Options) {
  let identity = {};

  async function request(reason: string): Promise<string> {
    const asked = identity;
    const token = readToken(await ask(options(), reason));
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

async function ask({ getToken, tokenEndpoint, token }: Options, reason: string): Promise<unknown> {
  if (getToken) return getToken({ reason });
  if (!tokenEndpoint) return reason === 'boot' || reason === 'identify' ? token : null;
  const { origin, href } = new URL(tokenEndpoint, location.href);
  if (origin !== location.origin) throw new NoToken(href);
  const response = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  });
  if (response.ok) return response.json();
  // 401 and 403: no user is signed in at the page.
  throw new (/40[13]/.test(`${response.status}`) ? NoToken : Error)(href);
}

function readToken(given: unknown): string {
  const token = isRecord(given) ? given['token'] : given;
  if (typeof token !== 'string' || !token) throw new NoToken('No token');
  return token;
}
