import type { Break } from '../break.ts';

const embedded = 'test/adapters/postgres/embedded/embedded-home.test.ts';
const group = ['test/adapters/postgres/database/statement-group.test.ts'];
const wire = ['test/adapters/postgres/database/statement-group-wire.test.ts'];
const engine = 'test/adapters/postgres/database/engine.test.ts';
const state = 'test/core/health/database-state.test.ts';
const failures = 'test/main/start-failures.test.ts';

export const databaseBreaks: readonly Break[] = [
  {
    rule: 'A copy of a data folder never takes over the PostgreSQL of the original',
    file: 'src/adapters/postgres/embedded/embedded-postmaster-file.ts',
    replace: "const ownFolder = socketFolder === '' ? '' : runFolderOf(cluster);",
    by: 'const ownFolder = socketFolder;',
    tests: [embedded],
  },
  {
    rule: 'A database behind a link is refused',
    file: 'src/adapters/postgres/embedded/embedded-home.ts',
    replace: 'if (target === null) return;',
    by: 'if (target !== undefined) return;',
    tests: [embedded],
  },
  {
    rule: 'The locks of version 0.1.0 are respected',
    file: 'src/adapters/postgres/embedded/embedded-locks.ts',
    replace: 'this.#folders = [home, dataFolder];',
    by: 'this.#folders = [home];',
    tests: [embedded],
  },
  {
    rule: 'An embedded PostgreSQL that is gone is started again',
    file: 'src/adapters/postgres/embedded/embedded-keeper.ts',
    replace: 'if (signal.aborted || (await isAlive().catch(() => true))) continue;',
    by: 'if (signal.aborted || (await isAlive().catch(() => true)) || true) continue;',
    tests: ['test/adapters/postgres/embedded/embedded-keeper.test.ts'],
  },
  {
    rule: 'An embedded PostgreSQL comes back at the port that its users know',
    file: 'src/adapters/postgres/embedded/embedded.ts',
    replace: 'port: tcpPort ?? (await freePort())',
    by: 'port: await freePort()',
    tests: ['test/adapters/postgres/embedded/embedded-keeper.test.ts'],
  },
  {
    rule: 'A service whose PostgreSQL does not come back ends with exit code 1',
    file: 'src/main/run-until-signal.ts',
    replace: 'service.failed ?? name.then(() => null)',
    by: 'name.then(() => null)',
    tests: ['test/flows/faults/embedded-database.test.ts'],
  },
  {
    rule: 'PostgreSQL before 15 is refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: '>= oldest.number) return version;',
    by: '>= 0) return version;',
    tests: [engine],
  },
  {
    rule: 'Engines that are not PostgreSQL are refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: 'if (named !== undefined) return named[1];',
    by: '',
    tests: [engine],
  },
  {
    rule: 'What does not even say that it is PostgreSQL is refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: '/^(PostgreSQL|EnterpriseDB) \\d/.test(version) ? null',
    by: "version !== '' ? null",
    tests: [engine],
  },
  {
    rule: 'Health fails when the last heartbeat is older than 5 s',
    file: 'src/core/health/database-state.ts',
    replace: 'return !this.isAway && ',
    by: 'return ',
    tests: [state],
  },
  {
    rule: 'Health fails after a full disk or a read-only server refused a write',
    file: 'src/core/health/database-state.ts',
    replace: ' && this.#now() - this.#lastRefusal > refusalMs;',
    by: ';',
    tests: [state],
  },
  {
    rule: 'A ./data that holds a database stays the default data folder',
    file: 'src/config/data-folder.ts',
    replace: 'holdsDatabase(local) || !runsAsSystemUser()',
    by: '!runsAsSystemUser()',
    tests: ['test/config-data-folder.test.ts'],
  },
  {
    rule: 'The default data folder of root without user namespaces is /var/lib/parley',
    file: 'src/config/data-folder.ts',
    replace: 'if (process.getuid?.() !== 0) return false;',
    by: 'if (process.pid > 0) return false;',
    tests: ['test/config-data-folder.test.ts'],
  },
  {
    rule: 'Health with a key asks whether the database takes writes',
    file: 'src/core/health/health-check.ts',
    replace: "return takesWrites() ? 'pass' : 'fail';",
    by: "takesWrites();\n      return 'pass';",
    tests: ['test/adapters/postgres/database/health-store.test.ts'],
  },
  {
    rule: 'An outage has one line when it begins',
    file: 'src/core/health/database-state.ts',
    replace: 'if (this.#outage === null) {',
    by: 'if (this.#outage === null || now > 0) {',
    tests: [state],
  },
  {
    rule: 'A stop does not wait for a database that is away',
    file: 'src/app.ts',
    replace: 'await within(config.limits.drainMs + stopMs, drained)',
    by: 'await drained',
    tests: ['test/flows/faults/stop-without-database.test.ts'],
  },
  {
    rule: 'A start that waits to migrate ends on SIGTERM',
    file: 'src/main/run-until-signal.ts',
    replace: 'controller.abort();',
    by: '',
    tests: ['test/flows/faults/stop-without-database.test.ts'],
  },
  {
    rule: 'A start that fails says so in one sentence without a stack',
    file: 'src/main/run-until-signal.ts',
    replace: 'if (error instanceof StartFailure)',
    by: 'if (error === null)',
    tests: [failures],
  },
  {
    rule: 'A full disk is named with the folder',
    file: 'src/adapters/postgres/embedded/embedded-failure.ts',
    replace:
      "if (/No space left on device|Disk quota exceeded/.test(said)) return diskFull(place.folder, 'ENOSPC');",
    by: '',
    tests: [failures],
  },
  {
    rule: 'A migration that waits names the session that it waits for',
    file: 'src/adapters/postgres/schema/migration-lock.ts',
    replace: 'WHERE pid = ANY (pg_blocking_pids($1))',
    by: 'WHERE pid < 0 AND pid = ANY (pg_blocking_pids($1))',
    tests: ['test/adapters/postgres/schema/migrate.test.ts'],
  },
  {
    rule: 'A group whose statements the connection has forgotten runs again',
    file: 'src/adapters/postgres/database/run-statements.ts',
    replace: 'if (outcome.isOutdated && stoodAlone',
    by: 'if (outcome.isOutdated && !stoodAlone',
    tests: group,
  },
  {
    rule: 'What was committed is not run again',
    file: 'src/adapters/postgres/database/run-statements.ts',
    replace: "if (!outcome.commands.includes('COMMIT')) completeRows(outcome);",
    by: 'completeRows(outcome);',
    tests: group,
  },
  {
    rule: 'A statement is described only where it is prepared',
    file: 'src/adapters/postgres/database/statement-group.ts',
    replace: 'if (isNew) parts.push(serialize.describe',
    by: 'parts.push(serialize.describe',
    tests: wire,
  },
  {
    rule: 'A group is one write',
    file: 'src/adapters/postgres/database/statement-group.ts',
    replace: 'if (connection.stream.writable) connection.stream.write(bytes);',
    by: 'if (connection.stream.writable) for (const byte of [bytes.subarray(0, 1), bytes.subarray(1)]) connection.stream.write(byte);',
    tests: wire,
  },
  {
    rule: 'Behind a pooler what is read behind a commit has time limits too',
    file: 'src/adapters/postgres/database/database.ts',
    replace: 'const reads = behind.length > 0 ? [...this.#guards, ...behind] : [];',
    by: 'const reads = behind;',
    tests: wire,
  },
];

const guards = ['test/adapters/postgres/database/guards.test.ts'];

export const poolerBreaks: readonly Break[] = [
  {
    rule: 'Behind a pooler every statement runs under time limits',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'Object.entries(guards).map(([name, value]) => `set_config',
    by: 'Object.entries(guards).slice(1).map(([name, value]) => `set_config',
    tests: guards,
  },
  {
    rule: 'A direct connection carries its time limits as start-up parameters',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'statement_timeout: guards.statement_timeout,',
    by: '',
    tests: guards,
  },
  {
    rule: 'What is in force is compared with what must be',
    file: 'src/adapters/postgres/database/guards.ts',
    replace: 'inForce.get(name) !== String(value)',
    by: "name === '' && inForce.get(name) !== String(value)",
    tests: guards,
  },
  {
    rule: 'A piece of an answer is logged once by the database',
    file: 'database/functions/9-processes.sql',
    replace: 'and before.attempt = o.attempt and before.byte_offset = o.byte_offset);',
    by: 'and before.attempt = o.attempt and before.byte_offset = o.byte_offset) on conflict do nothing;',
    tests: ['test/adapters/postgres/turns/turn-store-lease.test.ts'],
  },
  {
    rule: 'A piece that comes again keeps the longer of its texts',
    file: 'database/functions/9-processes.sql',
    replace: 'length(o.text) > length(before.text)',
    by: 'length(o.text) < length(before.text)',
    tests: ['test/adapters/postgres/turns/turn-store-lease.test.ts'],
  },
];
