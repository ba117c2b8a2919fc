import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnEndpoint } from '#contract/endpoints/console/console-endpoints.ts';
import { DatabaseUnavailable, errors } from '#core/errors.ts';
import { isCode } from '#core/identity/one-time-code.ts';
import { type Principal, requireFresh } from '#core/operations/principal.ts';
import type { ConsoleAccess } from '#core/operators/console-access.ts';
import type { OpenConsole } from '#core/operators/operator.ts';
import { consoleSeconds } from '#core/operators/start-session.ts';
import type { Hosts } from '../server/hosts.ts';
import type { Cookies } from './cookies.ts';
import { requireOwnRead, requireSameOrigin } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of an operator, on the console's host. */
    operator: OpenConsole | null;
  }
}

export interface ConsoleGate {
  readonly hosts: Hosts;
  readonly cookies: Cookies;
  readonly access: ConsoleAccess;
  /** Whether this process has lost its database. */
  readonly isDatabaseAway: () => boolean;
}

/** A request that a page sends by itself, which says nothing about the person in front of it. */
const pollHeader = 'x-parley-poll';

/** The session behind a request to `/api`. Whatever changes something must come from the console's own pages. */
export async function requireOperator(gate: ConsoleGate, request: FastifyRequest): Promise<OpenConsole> {
  requireOwnPage(gate, request);
  const found = await findOperator(gate, request);
  if (found === null) throw errors.sessionRequired();
  return found;
}

/** Pages of tenants may not even read: even a read may cost something. */
export function requireOwnPage({ hosts }: ConsoleGate, request: FastifyRequest): void {
  const { method } = request;
  if (method !== 'GET' && method !== 'HEAD') requireSameOrigin(request, hosts.consoleUrl);
  else requireOwnRead(request);
}

/** A database that hangs answers no statement, so operators learn of it at once instead of after its time limit. */
export function requireDatabase({ isDatabaseAway }: Pick<ConsoleGate, 'isDatabaseAway'>): void {
  if (isDatabaseAway()) throw new DatabaseUnavailable('The database has not answered recently');
}

export async function findOperator(gate: ConsoleGate, request: FastifyRequest): Promise<OpenConsole | null> {
  const token = gate.cookies.read(request, 'console');
  if (token === null || !isCode(token)) return null;
  requireDatabase(gate);
  return gate.access.find(token, request.headers[pollHeader] === undefined);
}

/** The operator as the author of what it does. */
export function principalOf({ operator, session, strongUntil }: OpenConsole): Principal {
  const isFresh = session.kind === 'passkey' && strongUntil !== null && strongUntil > new Date();
  const { id, role } = operator;
  return { channel: 'console', actor: { kind: 'operator', id, role, sessionId: session.id }, role, isFresh };
}

/**
 * Refuses what the row of an operator's own route does not allow. `owner` is the operator whom the request is about.
 */
export function requireOwnFreshness(
  { fresh }: Pick<OwnEndpoint, 'fresh'>,
  open: OpenConsole,
  owner = open.operator.id,
): void {
  if (needsFreshness(fresh, open, owner)) requireFresh(principalOf(open));
}

function needsFreshness(
  fresh: OwnEndpoint['fresh'],
  { operator, session }: OpenConsole,
  owner: string,
): boolean {
  switch (fresh) {
    case 'never':
      return false;
    case 'always':
      return true;
    case 'unless_by_link':
      return session.kind !== 'link';
    case 'for_others':
      return owner !== operator.id;
  }
}

/** Hands a new session to the browser, and returns it as the database has it. */
export async function openInBrowser(
  { cookies, access }: ConsoleGate,
  reply: FastifyReply,
  token: string,
): Promise<OpenConsole> {
  const found = await access.find(token, true);
  if (found === null) throw errors.sessionRequired();
  cookies.set(reply, 'console', token, consoleSeconds.session[found.session.kind]);
  return found;
}
