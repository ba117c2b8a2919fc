import type { Database } from '#adapters/postgres/database/database.ts';
import { type Finding, open } from '../finding.ts';

const shown = 10;

/** The clients that can be embedded without a limit that stops one visitor from using up the day. */
export async function checkEmbedding(database: Database): Promise<Finding> {
  const [table] = await database.query<{ there: boolean }>(
    `select to_regclass('public.clients') is not null as there`,
  );
  if (!table?.there) return 'there is no client yet';
  const unguarded = await database.query<{ slug: string }>(
    `select slug from clients where enabled and origins <> '{}' and user_requests_limit is null
       and concurrent_turns is null and concurrent_turns_per_user is null order by slug limit $1`,
    [shown + 1],
  );
  if (unguarded.length === 0)
    return open('every client that can be embedded has a limit per user or on concurrent answers');
  const slugs = unguarded.slice(0, shown).map(({ slug }) => slug);
  const named = unguarded.length > shown ? [...slugs, '…'] : slugs;
  return {
    status: 'warn',
    isOpen: true,
    detail:
      `${named.join(', ')} can be embedded without a limit per user or on concurrent answers: ` +
      'one visitor can use up the daily limit; set --user-requests and --user-concurrent (docs/embedding.md)',
  };
}
