import type { IncomingMessage } from 'node:http';

/** The customers of the site, in place of the table that a real one has. */
const names: Readonly<Record<string, string>> = { anna: 'Anna', bert: 'Bert' };

/** The users behind the ids of their sessions. */
const sessions = new Map<string, string>();

/**
 * Signs a customer in and returns the cookie. A real site asks for a password first. The cookie holds a random id and
 * not the user's: a visitor could write another user's id into it.
 */
export function signIn(user: string): string | null {
  if (!Object.hasOwn(names, user)) return null;
  const id = crypto.randomUUID();
  sessions.set(id, user);
  return `session=${id}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`;
}

/** Forgets the session and returns the cookie that removes its id from the browser. */
export function signOut(request: IncomingMessage): string {
  sessions.delete(sessionId(request));
  return 'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';
}

/** The signed-in user, or null. */
export function userOf(request: IncomingMessage): string | null {
  return sessions.get(sessionId(request)) ?? null;
}

/** What the page's menu says. */
export function nameOf(user: string | null): string {
  return names[user ?? ''] ?? 'Sign in';
}

function sessionId({ headers }: IncomingMessage): string {
  return /(?:^|;\s*)session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
}
