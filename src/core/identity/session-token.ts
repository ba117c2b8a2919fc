import { hkdfSync, randomUUID } from 'node:crypto';
import { compactVerify, errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import { ContextProblem, type Facts, readFacts } from '#contract/context.ts';
import { limits } from '#contract/limits.ts';
import { contextLimits } from '#contract/shared/context-limits.ts';
import type { Client } from '../clients/client.ts';
import { errors } from '../errors.ts';

/** A token that a partner minted, and one of a person who signed in: neither is accepted in place of the other. */
export type TokenKind = 'handoff' | 'login';

export interface SessionClaims {
  readonly kind: TokenKind;
  /** External user id, or `hu:<id>` for a login. */
  readonly subject: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** What the partner says of the subject. A browser that holds the token can read them. */
  readonly facts: Facts | null;
}

export interface MintedToken extends SessionClaims {
  readonly token: string;
}

/** Distinguishes the tokens of different clients. */
type SigningClient = Pick<Client, 'id' | 'slug' | 'handoffKid'>;

/** The two origins that a token is bound to. */
export interface TokenOrigins {
  readonly issuer: string;
  readonly tenantUrl: (slug: string) => string;
}

const longestLifeSeconds = {
  handoff: limits.sessionTtlSeconds.max,
  login: limits.loginSessionSeconds,
} as const satisfies Record<TokenKind, number>;

/** How far the clocks of processes that share tokens may differ. */
const clockSkewSeconds = 60;

/** Far longer than any of ours; the input of a key derivation is bounded. */
const longestKeyId = 100;

/**
 * Session tokens: JWT, HS256 only. Each client's key is derived from the master secret and the client's current key
 * id, so a new key id ends every token at once and the database holds nothing to leak.
 */
export class SessionTokens {
  readonly #masterSecret: string;
  readonly #origins: TokenOrigins;
  /** Tokens that the present master secret did not sign may be signed by the previous one. */
  readonly #previous: SessionTokens | null;

  constructor(masterSecret: string, origins: TokenOrigins, previousSecret: string | null = null) {
    this.#masterSecret = masterSecret;
    this.#origins = origins;
    this.#previous = previousSecret === null ? null : new SessionTokens(previousSecret, origins);
  }

  async mint(
    client: SigningClient,
    kind: TokenKind,
    subject: string,
    ttlSeconds: number,
    facts: Facts | null = null,
  ): Promise<MintedToken> {
    const sessionId = randomUUID();
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + ttlSeconds;
    const token = await new SignJWT({ typ: kind, ...(facts !== null && { facts }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: client.handoffKid })
      .setIssuer(this.#origins.issuer)
      .setAudience(this.#origins.tenantUrl(client.slug))
      .setSubject(subject)
      .setJti(sessionId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.#key(client));
    return { token, kind, subject, sessionId, expiresAt: new Date(expiresAt * 1000), facts };
  }

  /** The claims of a token of this kind that is valid at this client's origin now; anything else is refused. */
  async verify(client: SigningClient, kind: TokenKind, token: string): Promise<SessionClaims> {
    try {
      const { payload } = await jwtVerify(token, this.#key(client), {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer: this.#origins.issuer,
        audience: this.#origins.tenantUrl(client.slug),
        requiredClaims: ['sub', 'jti', 'iat', 'exp', 'typ'],
      });
      const { sub, jti, iat, exp, typ } = payload;
      // The library checks the times, and takes whatever the others are.
      if (typ !== kind || typeof sub !== 'string' || typeof jti !== 'string') throw errors.invalidSession();
      if (iat === undefined || exp === undefined) throw errors.invalidSession();
      if (!isWithinLimits(kind, iat, exp)) throw errors.invalidSession();
      const facts = factsIn(kind, payload['facts']);
      return { kind, subject: sub, sessionId: jti, expiresAt: new Date(exp * 1000), facts };
    } catch (error) {
      if (error instanceof joseErrors.JWTExpired) throw errors.sessionExpired();
      const isSignature = error instanceof joseErrors.JWSSignatureVerificationFailed;
      if (isSignature && (await this.#isOfOldKey(client, token))) throw errors.sessionRevoked();
      if (isSignature && this.#previous !== null) return this.#previous.verify(client, kind, token);
      throw errors.invalidSession();
    }
  }

  /**
   * Whether this client signed the token under another key id. This only words the refusal; an old key is never
   * accepted.
   */
  async #isOfOldKey(client: SigningClient, token: string): Promise<boolean> {
    const keyId = keyIdOf(token);
    if (typeof keyId !== 'string' || keyId.length > longestKeyId) return false;
    return compactVerify(token, this.#key(client, keyId), { algorithms: ['HS256'] }).then(
      () => true,
      () => false,
    );
  }

  #key(client: SigningClient, keyId: string = client.handoffKid): Uint8Array {
    const info = `parley session ${client.id} ${keyId}`;
    return new Uint8Array(hkdfSync('sha256', this.#masterSecret, '', info, 32));
  }
}

/**
 * A signature proves knowledge of the key, not that the token was minted here, so claims that we would not mint are
 * refused.
 */
function isWithinLimits(kind: TokenKind, issuedAt: number, expiresAt: number): boolean {
  const now = Date.now() / 1000;
  return issuedAt <= now + clockSkewSeconds && expiresAt - issuedAt <= longestLifeSeconds[kind];
}

/** As strict as minting is, and a sign-in has none. */
function factsIn(kind: TokenKind, claim: unknown): Facts | null {
  if (claim === undefined) return null;
  const facts = kind === 'handoff' && readFacts(claim, contextLimits.facts.tokenBytes);
  if (facts === false || facts instanceof ContextProblem) throw errors.invalidSession();
  return facts;
}

/** The key id that a token claims. */
function keyIdOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  } catch {
    return null;
  }
}
