import { sharedPostgresVariable } from '../database/run-postgres.ts';

/** Name of the variable that holds the address of the pooler in front of the run's PostgreSQL. */
export const poolerVariable = 'PARLEY_TEST_POOLER';

type Environment = Readonly<Record<string, string>>;

/** Routes a service's database on the run's PostgreSQL through the run's pooler, if there is one. */
export function throughPooler(env: Environment): Environment {
  const pooler = process.env[poolerVariable];
  const direct = process.env[sharedPostgresVariable];
  if (pooler === undefined || direct === undefined || env['DATABASE_URL'] === undefined) return env;
  const asked = new URL(env['DATABASE_URL']);
  const shared = new URL(direct);
  if (asked.host !== shared.host || asked.search !== shared.search) return env;
  const url = new URL(pooler);
  url.pathname = asked.pathname;
  return { ...env, DATABASE_URL: url.href };
}
