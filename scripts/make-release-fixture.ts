import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readMigrations } from '#adapters/postgres/schema/schema-files.ts';
import { releaseFolder, unpackProgram } from '../test/support/upgrade/release.ts';
import { fillRelease } from './release-fixture/fill-release.ts';

/**
 * Stores a release for the upgrade tests in `test/fixtures/releases/<version>`: its program without the pages, and a
 * dump of a database in which it has really run. The database must be empty and is left as the dump shows it. pg_dump
 * (in PATH) must not be older than its server; use the oldest supported PostgreSQL, so that the dump can be restored
 * everywhere.
 *
 *   node scripts/make-release-fixture.ts 0.4.0 v0.4.0 --database postgres://postgres@localhost/empty
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string' } },
});
const [version, commit] = positionals;
if (version === undefined || commit === undefined || values.database === undefined) {
  throw new Error('Usage: node scripts/make-release-fixture.ts <version> <commit> --database <url>');
}

const folder = releaseFolder(version);
mkdirSync(folder, { recursive: true });
const archive = join(folder, 'program.tar.gz');
writeFileSync(archive, packProgram(commit));
await using release = await unpackProgram(archive);
const contents = await fillRelease(release, values.database);
const migrations = await checksumsOf(release.folder);
const hash = execFileSync('git', ['rev-parse', `${commit}^{commit}`], { encoding: 'utf8' }).trim();
writeFileSync(
  join(folder, 'contents.json'),
  `${JSON.stringify({ version, commit: hash, migrations, ...contents }, null, 2)}\n`,
);
writeFileSync(join(folder, 'dump.sql.gz'), gzipSync(dump(values.database), { level: 9 }));
console.log(`${folder} is complete`);

/** Everything that a process needs to serve all but the built pages. */
function packProgram(treeish: string): Buffer {
  const paths = ['src', 'locales', 'database', 'bin', 'package.json'];
  const unneeded = [':!src/web', ':!src/launcher', ':!src/sdk'];
  const tar = execFileSync('git', ['archive', '--format=tar', treeish, '--', ...paths, ...unneeded], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return gzipSync(tar, { level: 9 });
}

/** Statements only: the commands that newer versions of pg_dump add are for psql. */
function dump(databaseUrl: string): string {
  const args = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', databaseUrl];
  const text = execFileSync('pg_dump', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return text.replaceAll(/^\\(?:un)?restrict .*$/gm, '');
}

/** Name → checksum. A released migration must never change: see `npm run check`. */
async function checksumsOf(program: string): Promise<Readonly<Record<string, string>>> {
  const migrations = await readMigrations({ folder: join(program, 'database') });
  return Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
}
