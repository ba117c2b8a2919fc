import type { Actor, AdministratorAuthor, KeyAuthor, OperatorAuthor } from '#core/audit/actor.ts';
import { StaleRights } from '#core/errors.ts';
import { keyMatchesClient } from '../administration/client-store.ts';
import type { Queryable } from '../database/database.ts';
import { PostgresLoginSessionStore } from './login-session-store.ts';

/**
 * Throws StaleRights when the author of a change no longer has what it was admitted by. A request may have waited for
 * its body, for a password to be hashed, or for a lock, while another one took its rights away. It takes no lock: two
 * changes that exclude each other wait for the same client or for the operators, and the second one asks after that.
 */
export async function requireAuthor(queryable: Queryable, author: Actor | null): Promise<void> {
  if (!(await stands(queryable, author))) throw new StaleRights();
}

function stands(queryable: Queryable, author: Actor | null): Promise<boolean> | boolean {
  switch (author?.kind) {
    case 'operator':
      return isOperatorActive(queryable, author);
    case 'key':
      return isKeyActive(queryable, author);
    case 'hosted-user':
      return isAdministratorActive(queryable, author);
    default:
      return true;
  }
}

async function isOperatorActive(queryable: Queryable, { id, role, sessionId }: OperatorAuthor) {
  const found = await queryable.query(
    `select from operators o join operator_sessions s on s.operator_id = o.id
     where o.id = $1 and o.enabled and o.role = $2 and s.id = $3 and s.expires_at > statement_timestamp()`,
    [id, role, sessionId],
  );
  return found.length > 0;
}

async function isKeyActive(queryable: Queryable, { keyHash, scopes }: KeyAuthor) {
  const found = await queryable.query(
    `select from clients c where ${keyMatchesClient} and c.enabled and c.scopes @> $2`,
    [keyHash, scopes],
  );
  return found.length > 0;
}

async function isAdministratorActive(queryable: Queryable, author: AdministratorAuthor) {
  const userId = author.id.replace(/^hu:/, '');
  const logins = new PostgresLoginSessionStore(queryable);
  const login = await logins.find(author.clientId, userId, author.sessionId);
  const open = await queryable.query('select from clients where id = $1 and enabled', [author.clientId]);
  return open.length > 0 && login !== null && login.enabled && login.admin && login.sessionStands;
}
