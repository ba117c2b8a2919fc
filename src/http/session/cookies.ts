import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * - `session`: the login token, on a tenant's host
 * - `state`: the secret that binds the hand-over to this browser, and `return`: the page to return to, on a tenant's
 *   host
 * - `ticket`: a sign-in under way, `tenant`: the tenant of the last one, and `device`: the accounts that have signed
 *   in here before, and `language`: the one that was chosen, on the sign-in host
 * - `console`: the session of an operator, on the console's host
 */
export type CookieName =
  | 'session'
  | 'state'
  | 'return'
  | 'ticket'
  | 'tenant'
  | 'device'
  | 'language'
  | 'console';

/**
 * Our cookies are limited to one host and cannot be read by scripts. Over plain http, which is for localhost only,
 * browsers would refuse the `__Host-` prefix.
 */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(publicOrigin: string) {
    this.#isSecure = publicOrigin.startsWith('https:');
  }

  nameOf(name: CookieName): string {
    return `${this.#isSecure ? '__Host-' : ''}parley_${name}`;
  }

  /** Null when it is missing, empty, or sent twice: another host of the site may have set one of the two. */
  read(request: FastifyRequest, name: CookieName): string | null {
    const wanted = `${this.nameOf(name)}=`;
    const found = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(wanted));
    const value = found[0]?.slice(wanted.length) ?? '';
    return found.length === 1 && value !== '' ? value : null;
  }

  /** `value` must consist of characters that a cookie may contain. */
  set(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void {
    const parts = [`${this.nameOf(name)}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`];
    if (this.#isSecure) parts.push('Secure');
    // No site leads into the console, so its cookie needs not survive a navigation from another one.
    const sameSite = name === 'console' ? 'Strict' : 'Lax';
    void reply.header('set-cookie', [...parts, 'HttpOnly', `SameSite=${sameSite}`].join('; '));
  }

  clear(reply: FastifyReply, name: CookieName): void {
    this.set(reply, name, '', 0);
  }
}
