import { isOlder, type Release } from './release.ts';
import { type Migration, MigrationRefused, type SchemaFunctions } from './schema-files.ts';
import type { AppliedMigration, SchemaOwner } from './schema-history.ts';

/** The next thing to apply to a database. */
export type SchemaStep =
  | { readonly kind: 'none' | 'functions' }
  | { readonly kind: 'migration'; readonly migration: Migration };

interface SchemaFiles {
  readonly migrations: readonly Migration[];
  readonly functions: SchemaFunctions;
}

interface SchemaFound {
  readonly history: readonly AppliedMigration[];
  readonly owner: SchemaOwner | null;
}

/**
 * Decides what a release applies to a database, and throws MigrationRefused when the two are not compatible. The
 * highest release that has changed a database owns it: a lower one applies nothing, and runs beside it when the owner
 * allows that.
 */
export function nextStep(release: Release, files: SchemaFiles, { history, owner }: SchemaFound): SchemaStep {
  const { migrations, functions } = files;
  refuseEdited(history, migrations);
  if (owner !== null && isOlder(release.version, owner.version)) {
    refuseApart(release, owner);
    if (history.length < migrations.length) throw unfinished(owner);
    return { kind: 'none' };
  }
  const unknown = history[migrations.length];
  if (unknown !== undefined) {
    throw new MigrationRefused(
      `The database is newer than this version of Parley: it has the migration ${unknown.name}. Update Parley.`,
    );
  }
  const migration = migrations[history.length];
  if (migration !== undefined) return { kind: 'migration', migration };
  const isCurrent = owner?.version === release.version && owner.functions === functions.checksum;
  return { kind: isCurrent || functions.sql === '' ? 'none' : 'functions' };
}

function refuseEdited(history: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  for (const [index, file] of migrations.entries()) {
    const applied = history[index];
    if (applied === undefined || (file.name === applied.name && file.checksum === applied.checksum)) continue;
    throw new MigrationRefused(
      `The migration ${applied.name} was applied to this database, and the file ${file.name}.sql differs from ` +
        'it. Applied migrations must not be edited: add a new one.',
    );
  }
}

function refuseApart(release: Release, owner: SchemaOwner): void {
  if (!isOlder(release.version, owner.runsBeside)) return;
  throw new MigrationRefused(
    `The database was upgraded to Parley ${owner.version}, and no version before ${owner.runsBeside} can run beside ` +
      `it; this is ${release.version}. Update Parley.`,
  );
}

function unfinished(owner: SchemaOwner): MigrationRefused {
  return new MigrationRefused(
    `The upgrade of the database to Parley ${owner.version} has not ended. Start a process of that version first.`,
  );
}
