import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Migrations of a kept release that are gone or differ: databases that have applied them would be refused. */
export function findChangedMigrations(root: string): readonly string[] {
  return globSync('test/fixtures/releases/*/contents.json', { cwd: root }).flatMap((path) => {
    const { version, migrations } = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return Object.entries(migrations)
      .filter(([name, checksum]) => checksumOf(join(root, 'migrations', `${name}.sql`)) !== checksum)
      .map(
        ([name]) =>
          `migrations/${name}.sql was released with ${version}: undo the change, and add a migration`,
      );
  });
}

/** As `migrate` computes it. */
function checksumOf(path: string): string | null {
  if (!existsSync(path)) return null;
  const sql = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256').update(sql).digest('hex');
}
