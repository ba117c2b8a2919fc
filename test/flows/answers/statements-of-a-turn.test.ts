import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded/embedded.ts';
import type { Break } from '#test/break.ts';
import { query, quickOptions } from '#test/database/embedded-folders.ts';
import { unpackRelease } from '#test/upgrade/release.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

const turns = 60;
/** What a process asks by itself, however many turns there are. */
const byItself = 'process_heartbeat|due_work|processes|pg_stat|claim_turns|pgboss';

describe('the statements of a turn', () => {
  it('are those of the release before, and no one more', { timeout: 240_000 }, async (t) => {
    const { runsBeside } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    );
    const options = await quickOptions(t);
    {
      await using postgres = await startEmbeddedPostgres(options);
      await query(postgres, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
    }
    await using postgres = await startEmbeddedPostgres(options);
    await query(postgres, 'create extension pg_stat_statements');
    const url = postgres.connection.connectionString;
    await using world = await openJobWorld({}, url);
    await using release = await unpackRelease(runsBeside);
    // It makes the database, which this version then upgrades: both serve it, each with functions of its own.
    const before = await world.start({ main: release.main });
    const ours = await countStatements(world, await world.start());
    const theirs = await countStatements(world, before);
    t.diagnostic([...ours].map(([text, calls]) => `${calls} ${text}`).join('\n'));
    const sum = (counts: ReadonlyMap<string, number>) =>
      [...counts.values()].reduce((all, one) => all + one, 0);
    assert.ok(sum(theirs) >= 4, 'the statements were seen');
    assert.equal(sum(ours), sum(theirs), [...ours.keys(), '', ...theirs.keys()].join('\n'));
  });
});

/** How often each statement was executed for one turn, without those that a process asks by itself. */
async function countStatements(
  { caller, database }: JobWorld,
  service: TestService,
): Promise<ReadonlyMap<string, number>> {
  const asking = await caller(service);
  await ask(asking, 5);
  await database.query('select pg_stat_statements_reset() is null as is_reset');
  await ask(asking, turns);
  const counts = await readCounts(database);
  service.kill('SIGKILL');
  await service.exited;
  return counts;
}

async function ask(caller: JobCaller, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const response = await caller.send('/stream');
    assert.equal(response.status, 200);
    await response.text();
  }
}

async function readCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ text: string; calls: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as text, round(sum(calls) / $1)::int as calls
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and toplevel and calls >= $1 and query !~ $2
     group by 1 order by 1`,
    [turns, byItself],
  );
  return new Map(rows.map(({ text, calls }) => [text, calls]));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A turn without documents asks nothing of them',
    file: 'src/core/turn/turn-sources.ts',
    replace: '  if (!client.has(turn.agent.slug) && !operator.has(turn.agent.slug)) return noSources;\n',
    by: "  if (client.has('') && operator.has('')) return noSources;\n",
  },
  {
    rule: 'A turn with one call notes nothing before its end',
    file: 'src/core/turn/run-turn.ts',
    replace: '      live.chosen(model);\n',
    by: "      live.chosen(model);\n      void runner.turns.noteCalls({ ...turn, turnId: turn.id, calls: [], next: '' });\n",
  },
];
