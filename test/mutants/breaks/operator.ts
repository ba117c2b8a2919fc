import type { Break } from '../break.ts';

export const operatorBreaks: readonly Break[] = [
  {
    rule: 'A command acts on no database that is not there',
    file: 'src/app/named-database.ts',
    replace: 'if (databaseUrl !== null || (await isInitialised(dataFolder))) return;',
    by: 'if (databaseUrl !== null || (await isInitialised(dataFolder)) || dataFolder !== "") return;',
    tests: ['test/cli/which-database.test.ts'],
  },
  {
    rule: 'The name of a database has no password in it',
    file: 'src/app/named-database.ts',
    replace: "url.password = '';",
    by: '',
    tests: ['test/cli/which-database.test.ts'],
  },
  {
    rule: 'The settings of --env-file win over the environment',
    file: 'src/config/environment.ts',
    replace: "Object.assign(process.env, readSettings(path, 'required'));",
    by: "for (const [name, value] of Object.entries(readSettings(path, 'required'))) process.env[name] ??= value;",
    tests: ['test/cli/which-database.test.ts'],
  },
  {
    rule: 'The audit of a command names the machine and its user',
    file: 'src/core/tenants/actor.ts',
    replace: 'actor.by === undefined ?',
    by: 'actor.by !== null ?',
    tests: ['test/cli/which-database.test.ts'],
  },
  {
    rule: 'The audit since a moment leaves out what came before',
    file: 'src/adapters/postgres/audit-store.ts',
    replace: 'a.at >= $6',
    by: 'true',
    tests: ['test/cli/which-database.test.ts'],
  },
  {
    rule: 'With DATABASE_URL no first partner is made',
    file: 'src/config.ts',
    replace: 'databaseUrl === null && isLocal(publicOrigin)',
    by: 'isLocal(publicOrigin)',
    tests: ['test/config.test.ts'],
  },
  {
    rule: 'With a public host no first partner is made',
    file: 'src/config.ts',
    replace: 'databaseUrl === null && isLocal(publicOrigin)',
    by: 'databaseUrl === null',
    tests: ['test/config.test.ts'],
  },
  {
    rule: 'Where no demo is wanted the start makes none',
    file: 'src/app/notice.ts',
    replace: 'const demo = isDemo ?',
    by: 'const demo = isDemo || true ?',
    tests: ['test/flows/hosted-first-start.test.ts'],
  },
  {
    rule: 'An unknown option is answered with those that are known',
    file: 'src/cli/parse-arguments.ts',
    replace: "'env-file', ...Object.keys(command.options)]",
    by: "'env-file']",
    tests: ['test/cli/run.test.ts'],
  },
];
