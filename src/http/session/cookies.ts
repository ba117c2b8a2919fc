import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * - `session`: the login token, on a tenant's host
 * - `state`: what the hand-over is bound to, and `return`: the page to come back to, on a tenant's host
 * - `ticket`: a sign-in on its way, `tenant`: the tenant of the last one, and `device`: the accounts that have signed
 *   in here before, on the sign-in host
 */
export type CookieName = 'session' | 'state' | 'return' | 'ticket' | 'tenant' | 'device';

/**
 * Our cookies: for one host, never for its parent's other children, and out of reach of scripts. Over plain http,
 * which is for localhost only, browsers would refuse the `__Host-` prefix.
 */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(publicOrigin: string) {
    this.#isSecure = publicOrigin.startsWith('https:');
  }

  nameOf(name: CookieName): string {
    return `${this.#isSecure ? '__Host-' : ''}parley_${name}`;
  }

  /** Null when it is missing, empty, or sent twice: somebody else may have set one of the two. */
  read(request: FastifyRequest, name: CookieName): string | null {
    const wanted = `${this.nameOf(name)}=`;
    const found = (request.headers.cookie ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(wanted));
    const value = found[0]?.slice(wanted.length) ?? '';
    return found.length === 1 && value !== '' ? value : null;
  }

  /** `value` has to be made of characters that a cookie may have. */
  set(reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number): void {
    const parts = [`${this.nameOf(name)}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`];
    if (this.#isSecure) parts.push('Secure');
    void reply.header('set-cookie', [...parts, 'HttpOnly', 'SameSite=Lax'].join('; '));
  }

  clear(reply: FastifyReply, name: CookieName): void {
    this.set(reply, name, '', 0);
  }
}
