import { auditWords } from '../text/audit-words.ts';

/** `cli:root@host`, `key:acme`, `op:<uuid>` and `hu:<uuid>` in words; of an operator the address. */
export function actorName(actor: string, email: string | null): string {
  const [kind = '', ...rest] = actor.split(':');
  const name = auditWords.actors[kind];
  return name === undefined ? actor : `${name} ${email ?? rest.join(':')}`.trim();
}
