/** Who changes something: the operator at a shell, a key with an admin scope, or a tenant's administrator. */
export type Actor =
  | { readonly kind: 'operator-cli' }
  | { readonly kind: 'key'; readonly clientSlug: string }
  | { readonly kind: 'hosted-user'; readonly id: string };

/** The actor as the audit log names it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'operator-cli':
      return 'cli';
    case 'key':
      return `key:${actor.clientSlug}`;
    case 'hosted-user':
      return actor.id.startsWith('hu:') ? actor.id : `hu:${actor.id}`;
  }
}
