import type { TokenProvider } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';

/**
 * The token that a partner's page put after `#token=`. It is removed from the URL at once, so that neither the
 * history nor a copied link contains it, and is kept in memory only.
 */
export function takeFrameToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token === '' ? null : token;
}

/** A token from the URL cannot be renewed: when the service refuses it, the session is over. */
export function fixedToken(token: string): TokenProvider {
  return (refused) =>
    refused === null ? Promise.resolve(token) : Promise.reject(new RequestFailed(null, 401, null));
}
