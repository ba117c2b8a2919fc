import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOlder } from '#adapters/postgres/schema/release.ts';
import type { Migration } from '#adapters/postgres/schema/schema-files.ts';
import type { SchemaOwner } from '#adapters/postgres/schema/schema-history.ts';
import { nextStep } from '#adapters/postgres/schema/schema-step.ts';
import type { Break } from '#test/break.ts';

const [first, second, third] = ['0001-first', '0002-second', '0003-third'].map(migration) as [
  Migration,
  Migration,
  Migration,
];
const functions = { sql: 'select 1', checksum: 'functions of 0.4.0' };
const files = { migrations: [first, second], functions };
const release = { version: '0.4.0', runsBeside: '0.3.0' };

describe('a release', () => {
  it('applies the migrations that a database lacks, one after the other, and then its functions', () => {
    assert.deepEqual(step([], null), { kind: 'migration', migration: first });
    assert.deepEqual(step([first], owner('0.3.0')), { kind: 'migration', migration: second });
    assert.deepEqual(step([first, second], null), { kind: 'functions' });
    assert.deepEqual(step([first, second], owner('0.4.0', 'other functions')), { kind: 'functions' });
    assert.deepEqual(step([first, second], owner('0.4.0')), { kind: 'none' });
  });

  it('applies its functions to a database of a lower release, even if they are the same', () => {
    assert.deepEqual(step([first, second], owner('0.3.9')), { kind: 'functions' });
  });

  it('applies nothing to a database that a newer release has changed, and runs beside it', () => {
    const newer = { version: '0.5.0', runsBeside: '0.4.0', functions: 'functions of 0.5.0' };
    assert.deepEqual(step([first, second, third], newer), { kind: 'none' });
    assert.deepEqual(step([first, second], newer), { kind: 'none' });
  });

  it('is refused by a database that is two releases newer, with both versions in the sentence', () => {
    const newer = { version: '0.6.0', runsBeside: '0.5.0', functions: null };
    assert.throws(() => step([first, second, third], newer), {
      name: 'MigrationRefused',
      message:
        'The database was upgraded to Parley 0.6.0, and no version before 0.5.0 can run beside it; this is 0.4.0. ' +
        'Update Parley.',
    });
  });

  it('is refused while a newer release has not applied all that both need', () => {
    const newer = { version: '0.5.0', runsBeside: '0.4.0', functions: null };
    assert.throws(() => step([first], newer), { message: /upgrade .* to Parley 0\.5\.0 has not ended/ });
  });

  it('is refused where a database has a migration that no newer release has applied', () => {
    for (const found of [null, owner('0.4.0')]) {
      assert.throws(() => step([first, second, third], found), { message: /newer .* 0003-third/ });
    }
  });

  it('is refused where a migration was edited, even if a newer release has applied it', () => {
    const edited = { ...second, checksum: 'edited' };
    for (const found of [null, { version: '0.5.0', runsBeside: '0.4.0', functions: null }]) {
      assert.throws(() => step([first, edited], found), { message: /0002-second was applied .* edited/ });
    }
  });
});

it('versions are compared number by number', () => {
  assert.ok(isOlder('0.9.1', '0.10.0'));
  assert.ok(isOlder('0.10.0', '0.10.1'));
  assert.ok(!isOlder('1.0.0', '0.10.1'));
  assert.ok(!isOlder('0.3.0', '0.3.0'));
  assert.throws(() => isOlder('next', '0.3.0'), { message: 'next is not a version' });
});

function step(history: readonly Migration[], found: SchemaOwner | null) {
  return nextStep(release, files, { history, owner: found });
}

function owner(version: string, applied = functions.checksum): SchemaOwner {
  return { version, runsBeside: '0.1.0', functions: applied };
}

function migration(name: string, index: number): Migration {
  return { version: index + 1, name, sql: '', checksum: `checksum of ${name}` };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A lower release applies nothing to a database',
    file: 'src/adapters/postgres/schema/schema-step.ts',
    replace: `if (history.length < migrations.length) throw unfinished(owner);
    return { kind: 'none' };`,
    by: `if (history.length < migrations.length) throw unfinished(owner);
    return { kind: 'functions' };`,
  },
  {
    rule: 'A release does not run beside one that is two releases newer',
    file: 'src/adapters/postgres/schema/schema-step.ts',
    replace: `    refuseApart(release, owner);
`,
    by: '',
  },
  {
    rule: 'A lower release does not start in the middle of an upgrade that brings what it needs',
    file: 'src/adapters/postgres/schema/schema-step.ts',
    replace: 'if (history.length < migrations.length) throw unfinished(owner);',
    by: '',
  },
  {
    rule: 'Functions are applied again when their text has changed',
    file: 'src/adapters/postgres/schema/schema-step.ts',
    replace: 'owner?.version === release.version && owner.functions === functions.checksum',
    by: 'owner?.version === release.version',
  },
];
