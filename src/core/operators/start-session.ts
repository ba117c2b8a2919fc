import { newCode } from '../identity/one-time-code.ts';
import { newId } from '../shared/new-id.ts';
import type { OperatorSession } from './operator.ts';
import type { OperatorChanges } from './operator-store.ts';

/** Seconds of everything that ends in the console. */
export const consoleSeconds = {
  /** Without a request of a person. */
  idle: 30 * 60,
  session: { passkey: 12 * 60 * 60, link: 30 * 60 },
  /** How long a passkey counts as fresh. */
  strong: 10 * 60,
  ceremony: 5 * 60,
  link: 24 * 60 * 60,
} as const;

/** Returns the token for the browser's cookie. A session by a link has no passkey, fresh or not. */
export async function startSession(
  change: OperatorChanges,
  operatorId: string,
  kind: OperatorSession['kind'],
): Promise<string> {
  const { code, hash } = newCode();
  await change.insertSession({
    tokenHash: hash,
    id: newId(),
    operatorId,
    kind,
    lifeSeconds: consoleSeconds.session[kind],
    strongSeconds: kind === 'passkey' ? consoleSeconds.strong : null,
  });
  return code;
}
