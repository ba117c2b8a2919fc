import type { RefusedToken, TokenProvider } from '#client/request.ts';
import { RequestFailed } from '#client/request-failed.ts';
import type { TokenReason } from '#contract/launcher.ts';
import { readClaims, refreshDelayMs, type TokenClaims } from './token-claims.ts';

/** The host page has none. `final`: asking again would not help. */
export class TokenUnavailable extends Error {
  readonly final: boolean;

  constructor(final: boolean) {
    super('The host page gave no token');
    this.final = final;
  }
}

export interface TokenKeeperOptions {
  /** Asks the host page; rejects with `TokenUnavailable`. */
  readonly ask: (reason: TokenReason) => Promise<string>;
  /** The new token belongs to another user: nothing of the previous one may stay. No request continues after this. */
  readonly onOtherSubject: () => void;
  readonly onEnded: () => void;
}

const pausesMs = [0, 1_000, 2_000, 4_000, 8_000];

/** Keeps a valid token: renews it in time, once for all waiting requests, and reports when none is available. */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  #current: { readonly token: string; readonly claims: TokenClaims } | null = null;
  #subject: string | null = null;
  #renewal: Promise<string> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #identity = 0;
  #ended = false;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  readonly provide: TokenProvider = (refused) => {
    if (this.#ended) return Promise.reject(signedOut());
    const current = this.#current;
    if (current === null) return this.#renew('boot');
    // Another request was refused first, and the new token is here already.
    if (refused === null || refused.token !== current.token) return Promise.resolve(current.token);
    return this.#renew(reasonFor(refused));
  };

  /** Drops the pending request and asks again, for the user that the host page names now. */
  identify(): Promise<string> {
    this.#identity += 1;
    this.#renewal = null;
    this.#ended = false;
    clearTimeout(this.#timer);
    return this.#renew('identify');
  }

  #renew(reason: TokenReason): Promise<string> {
    if (this.#renewal !== null) return this.#renewal;
    const renewal = this.#askUntil(reason).finally(() => {
      if (this.#renewal === renewal) this.#renewal = null;
    });
    this.#renewal = renewal;
    return renewal;
  }

  async #askUntil(reason: TokenReason): Promise<string> {
    const identity = this.#identity;
    for (const pause of pausesMs) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (identity !== this.#identity) return this.#renew('identify');
      try {
        const token = await this.#options.ask(reason);
        if (identity !== this.#identity) return this.#renew('identify');
        return await this.#adopt(token);
      } catch (error) {
        if (identity !== this.#identity) return this.#renew('identify');
        if (error instanceof TokenUnavailable && error.final) break;
      }
    }
    return this.#giveUp(reason);
  }

  #adopt(token: string): Promise<string> {
    const claims = readClaims(token);
    if (claims === null) throw new TokenUnavailable(true);
    if (this.#subject !== null && this.#subject !== claims.subject) {
      this.#options.onOtherSubject();
      // Requests that are waiting belong to the previous user and must never get this token.
      return new Promise(() => {});
    }
    this.#subject = claims.subject;
    this.#current = { token, claims };
    this.#schedule('refresh', refreshDelayMs(claims));
    return Promise.resolve(token);
  }

  /** A token that could not be renewed early stays valid until it ends. */
  #giveUp(reason: TokenReason): string {
    const left = (this.#current?.claims.expiresAtMs ?? 0) - Date.now();
    if (reason === 'refresh' && this.#current !== null && left > 0) {
      this.#schedule('expired', left);
      return this.#current.token;
    }
    clearTimeout(this.#timer);
    this.#current = null;
    this.#ended = true;
    this.#options.onEnded();
    throw signedOut();
  }

  #schedule(reason: TokenReason, delayMs: number): void {
    clearTimeout(this.#timer);
    // A failure here is reported by `onEnded`.
    this.#timer = setTimeout(() => void this.#renew(reason).catch(() => {}), delayMs);
  }
}

function reasonFor({ code }: RefusedToken): TokenReason {
  return code === 'session_revoked' ? 'revoked' : 'expired';
}

function signedOut(): RequestFailed {
  return new RequestFailed(null, 401, null);
}
