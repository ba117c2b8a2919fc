import { hostname, userInfo } from 'node:os';
import type { Actor } from '#core/audit/actor.ts';

/** Anyone who can run commands on the database is the operator; the audit log names the machine and the user. */
export const operator: Actor = { kind: 'operator-cli', by: `${systemUser()}@${hostname()}` };

/** The name is missing where the machine has no entry for the user id, as in many containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
