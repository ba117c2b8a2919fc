/** What the database says about a sign-in. */
export interface LoginState {
  readonly enabled: boolean;
  readonly admin: boolean;
  /** False after sign-out, after the user was disabled, and after the key id was rotated. */
  readonly sessionStands: boolean;
}

export interface OpenLoginSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  /** The beginning of the `User-Agent` of the browser that started it; null when unknown. */
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface LoginSessionStore {
  /** Null when there is no such user. */
  find(clientId: number, hostedUserId: string, sessionId: string): Promise<LoginState | null>;
}
