import type { SubscriptionStatus } from '#contract/closed-sets.ts';
import type { Language } from '#contract/languages/languages.ts';
import type { OpenLoginSession } from '../identity/login-session-store.ts';

/** A person who may sign in, with all the data that decides about it. */
export interface Account {
  readonly clientId: number;
  readonly slug: string;
  readonly clientEnabled: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  readonly userId: string;
  readonly email: string;
  readonly admin: boolean;
  readonly enabled: boolean;
  readonly mustChangePassword: boolean;
  readonly passwordHash: string;
  readonly language: Language | null;
  readonly invitedLanguage: Language | null;
}

export interface AccountStore {
  /** Finds a user by the tenant's slug and a normalised email. */
  find(slug: string, email: string): Promise<Account | null>;
}

/** The browser that a session was started in. */
export interface SessionPlace {
  /** The beginning of its `User-Agent`; null without one. */
  readonly userAgent: string | null;
  readonly address: string;
}

export interface NewLoginSession extends SessionPlace {
  /** `jti` of its token. */
  readonly id: string;
  readonly clientId: number;
  readonly userId: string;
  readonly expiresAt: Date;
}

/** Starts and ends the sessions that a login token needs. */
export interface LoginSessionWriter {
  /**
   * Uses up the hand-over code and stores the session. False, with nothing stored, when the user was disabled or the
   * code was deleted or used meanwhile.
   */
  start(session: NewLoginSession, codeHash: Buffer): Promise<boolean>;
  /** False when there was none. With an actor, the end is written to the audit log. */
  end(clientId: number, sessionId: string, actor: string | null): Promise<boolean>;
  /** Newest first. */
  list(clientId: number, limit: number): Promise<OpenLoginSession[]>;
}
