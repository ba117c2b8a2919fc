import { hostname, userInfo } from 'node:os';
import type { Principal } from '#core/operations/principal.ts';

/**
 * Anyone who can run commands on the database may do everything; the audit log names the machine and the user.
 */
export const operator: Principal = {
  channel: 'cli',
  actor: { kind: 'operator-cli', by: `${systemUser()}@${hostname()}` },
  role: 'owner',
};

/** The name is missing where the machine has no entry for the user id, as in many containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
