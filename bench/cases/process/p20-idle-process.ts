import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { BenchCase } from '../../case.ts';
import { startMock } from '../../contenders/mock.ts';
import { startParley } from '../../contenders/parley.ts';

/** Connections that the start has used are closed by then. */
const restMs = 30_000;
const measuredMs = 10_000;

export const p20: BenchCase = {
  id: 'p20',
  title: 'A process without work: statements, connections and CPU with PostgreSQL’s',
  async run(effort) {
    await using mock = await startMock({ deltas: 1, paceMs: 0 });
    await using parley = await startParley(mock);
    const observer = new pg.Client({
      connectionString: parley.postgres.url,
      application_name: 'observer',
    });
    await observer.connect();
    const cpuMs = () => parley.server().cpuMs + parley.database().cpuMs;
    await delay(restMs);
    const rounds: { statements: number; connections: number; cpu: number }[] = [];
    for (let round = 0; round < effort.rounds; round += 1) {
      const [before, cpuBefore, startedAt] = [await look(observer), cpuMs(), performance.now()];
      await delay(measuredMs);
      const seconds = (performance.now() - startedAt) / 1_000;
      const cpu = (cpuMs() - cpuBefore) / seconds;
      const after = await look(observer);
      const statements = (after.statements - before.statements - 1) / seconds;
      rounds.push({ statements, connections: after.connections, cpu });
    }
    await observer.end();
    const of = (name: 'statements' | 'connections' | 'cpu') => rounds.map((round) => round[name]);
    return {
      findings: [
        {
          case: 'p20',
          what: 'statements of an idle process',
          unit: '/s',
          values: of('statements'),
          goal: { atMost: 4 },
        },
        {
          case: 'p20',
          what: 'its connections to the database',
          unit: '',
          values: of('connections'),
          goal: { atMost: 8 },
        },
        {
          case: 'p20',
          what: 'its CPU with PostgreSQL’s',
          unit: 'ms/s',
          values: of('cpu'),
          goal: { atMost: 5 },
        },
      ],
      raw: rounds,
    };
  },
};

interface Look {
  readonly statements: number;
  readonly connections: number;
}

/** Every statement of an idle process is a transaction of its own. */
async function look(observer: pg.Client): Promise<Look> {
  const { rows } = await observer.query<Look>(`
    select (select (xact_commit + xact_rollback)::int from pg_stat_database
        where datname = current_database()) as statements,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name like 'parley%') as connections`);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL told nothing');
  return row;
}
