/**
 * The turns of $2, the person, or of $3, the pseudonym, in the words of their index. They have all ended when an
 * erasure goes through the tables.
 */
export function endedTurnsOf(user: '$2' | '$3'): string {
  return `t.client_id = $1 and t.external_user_id = ${user} and t.finished_at is not null`;
}
