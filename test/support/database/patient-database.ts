import { Database } from '#adapters/postgres/database/database.ts';

const patienceMs = 60_000;

/**
 * The connections of a test to the database of its service. A machine that stands still for seconds ends neither a
 * transaction that the test holds open nor a statement that waits.
 */
export function openPatientDatabase(url: string, connections = 10): Database {
  const connectionString = new URL(url);
  connectionString.searchParams.set('idle_in_transaction_session_timeout', '0');
  return new Database({
    connectionString: connectionString.href,
    connections,
    connectTimeoutMs: patienceMs,
    statementTimeoutMs: patienceMs,
    lockTimeoutMs: patienceMs,
  });
}
