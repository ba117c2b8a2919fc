import type { Queryable } from '#adapters/postgres/database/database.ts';
import { countOutdatedDocuments } from '#adapters/postgres/knowledge/outdated-documents.ts';
import { type Finding, open } from '../finding.ts';

/** Words that another major version of PostgreSQL has found may not be those that it finds in a question now. */
export async function checkDocuments(database: Queryable): Promise<Finding> {
  const { all, outdated } = await countOutdatedDocuments(database);
  if (outdated === 0) return open(all === 0 ? 'none' : `${all}, read by this version of PostgreSQL`);
  return {
    status: 'warn',
    detail: `${outdated} of ${all} were read by another major version of PostgreSQL, and may be found less well; the service reads them again after its start`,
  };
}
