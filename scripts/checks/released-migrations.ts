import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOlder } from '#adapters/postgres/schema/release.ts';

/** Migrations of a released version that are missing or differ: databases that have applied them would be refused. */
export function findChangedMigrations(root: string): readonly string[] {
  return globSync('test/fixtures/releases/*/contents.json', { cwd: root }).flatMap((path) => {
    const { version, migrations } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.entries(migrations)
      .filter(([name, checksum]) => checksumOf(join(root, 'database/migrations', `${name}.sql`)) !== checksum)
      .map(
        ([name]) =>
          `database/migrations/${name}.sql was released with ${version}: undo the change, and add a migration`,
      );
  });
}

/** Branches that meet may have taken the same number, and the service refuses to start with both. */
export function findMisnumberedMigrations(root: string): readonly string[] {
  const names = globSync('*.sql', { cwd: join(root, 'database/migrations') }).sort();
  return names.flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0');
    return name.startsWith(`${number}-`) ? [] : [`database/migrations/${name} should begin with ${number}`];
  });
}

/** A release allows the previous one beside its own processes: the latest that is kept. */
export function findWrongNeighbour(root: string): readonly string[] {
  const { runsBeside } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const kept = globSync('test/fixtures/releases/*', { cwd: root }).map((path) => basename(path));
  const latest = kept.reduce((one, other) => (isOlder(one, other) ? other : one));
  if (runsBeside === latest) return [];
  return [`package.json: runsBeside is ${runsBeside}, and the latest release that is kept is ${latest}`];
}

/** Computed as in `migrate`. */
function checksumOf(path: string): string | null {
  if (!existsSync(path)) return null;
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256').update(sql).digest('hex');
}
