import { isRecord } from '#contract/launcher.ts';

/** What a frame reads from its token. None of it is trusted: the service verifies the token itself. */
export interface TokenClaims {
  readonly subject: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

export function readClaims(token: string): TokenClaims | null {
  const claims = parsePayload(token.split('.')[1] ?? '');
  if (!isRecord(claims)) return null;
  const { sub, iat, exp } = claims;
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  return { subject: sub, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

/** How long from now until the token should be renewed: before its last minute, and before its last tenth. */
export function refreshDelayMs({ issuedAtMs, expiresAtMs }: TokenClaims, now = Date.now()): number {
  const lifetime = Math.max(0, expiresAtMs - issuedAtMs);
  const byClock = expiresAtMs - now;
  // A clock that is wrong by hours must neither end a valid token nor keep one without limit.
  const left = byClock > 0 ? Math.min(byClock, lifetime) : lifetime;
  const margin = Math.max(60_000, lifetime / 10);
  return Math.max(left - margin, Math.min(left / 2, 5_000));
}

function parsePayload(encoded: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
