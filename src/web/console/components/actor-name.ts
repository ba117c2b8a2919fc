import { auditWords } from '../text/audit-words.ts';

/** `cli:root@host`, `key:acme`, `op:<uuid>` and `hu:<uuid>` in words. */
export function actorName(actor: string): string {
  const [kind = '', ...rest] = actor.split(':');
  const name = auditWords.actors[kind];
  return name === undefined ? actor : `${name} ${rest.join(':')}`.trim();
}
