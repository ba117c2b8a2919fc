import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findImports, readImportMap } from '../../scripts/checks/imports.ts';
import { findLayerBreaks, findStrangeVouchers } from '../../scripts/checks/layers.ts';

const map = readImportMap(
  JSON.stringify({
    imports: {
      '#contract/*': './src/contract/*',
      '#core/*': './src/core/*',
      '#adapters/*': './src/adapters/*',
      '#http/*': './src/http/*',
      '#config': './src/config.ts',
      '#test/*': './test/support/*',
    },
  }),
);

function breaksOf(path: string, text: string): readonly string[] {
  return findLayerBreaks(findImports({ path, text }, map));
}

test('the layers below may be imported by their names', () => {
  assert.deepEqual(breaksOf('src/core/turn/turn.ts', "import { limits } from '#contract/limits.ts';\n"), []);
  assert.deepEqual(breaksOf('src/adapters/log.ts', "import type { Log } from '#core/log.ts';\n"), []);
  assert.deepEqual(
    breaksOf('src/app.ts', "import { open } from '#adapters/postgres/database/database.ts';\n"),
    [],
  );
});

test('files of one layer import each other by relative paths only', () => {
  assert.deepEqual(breaksOf('src/core/turn/turn.ts', "import { Owner } from '../identity/owner.ts';\n"), []);
  assert.deepEqual(breaksOf('src/config.ts', "import { limits } from './config/limits.ts';\n"), []);
  assert.match(
    breaksOf('src/core/turn/turn.ts', "import { Owner } from '#core/identity/owner.ts';\n").join(),
    /write a relative path/,
  );
});

test('a layer above is refused, type-only and dynamic imports and re-exports included', () => {
  for (const line of [
    "import { open } from '#adapters/postgres/database/database.ts';",
    "import type { Database } from '#adapters/postgres/database/database.ts';",
    "export * from '#adapters/postgres/database/database.ts';",
    "import '#adapters/postgres/database/database.ts';",
    "const database = await import('#adapters/postgres/database/database.ts');",
    "import {\n  close,\n  open,\n} from '#adapters/postgres/database/database.ts';",
  ]) {
    assert.deepEqual(breaksOf('src/core/turn/turn.ts', `\n${line}\n`), [
      'src/core/turn/turn.ts:2 imports #adapters/postgres/database/database.ts: core may import contract, locales',
    ]);
  }
});

test('a layer below is refused when it is reached by a relative path', () => {
  assert.deepEqual(
    breaksOf('src/core/turn/turn.ts', "import { limits } from '../../contract/limits.ts';\n"),
    ['src/core/turn/turn.ts:1 leaves its layer by ../../contract/limits.ts: write #contract'],
  );
});

test('only the composition root knows the adapters', () => {
  for (const path of ['src/http/server/server.ts', 'src/worker/pool.ts', 'src/cli/run.ts', 'src/main.ts']) {
    assert.equal(
      breaksOf(path, "import { open } from '#adapters/postgres/database/database.ts';\n").length,
      1,
      path,
    );
  }
});

test('a package that touches the outside stays in its layer', () => {
  assert.deepEqual(
    breaksOf('src/adapters/postgres/database/database.ts', "import { Pool } from 'pg';\n"),
    [],
  );
  assert.deepEqual(breaksOf('src/core/usage/usage.ts', "import { Pool } from 'pg';\n"), [
    'src/core/usage/usage.ts:1 imports the package pg, which belongs to adapters',
  ]);
});

test('a file outside every layer, an unmapped name and a way out of src are refused', () => {
  assert.match(breaksOf('src/utils/text.ts', "import 'node:fs';\n").join(), /is in no layer/);
  assert.match(breaksOf('src/core/a.ts', "import '#shared/a.ts';\n").join(), /does not map/);
  assert.match(breaksOf('src/core/a.ts', "import '#test/clock.ts';\n").join(), /leaves src/);
});

test('only those that have looked at a caller or a turn vouch for it', () => {
  const inHttp = { path: 'src/http/a.ts', text: "import * as caller from '#core/identity/caller.ts';\n" };
  assert.deepEqual(findStrangeVouchers([inHttp]), []);
  const calls = { ...inHttp, text: `${inHttp.text}caller.brandCaller(found);\n` };
  assert.match(findStrangeVouchers([calls]).join(), /^src\/http\/a\.ts names brandCaller, which only /);
  const admits = "import { brandAdmitted as admit } from '#core/turn/turn.ts';\n";
  assert.equal(findStrangeVouchers([{ path: 'src/core/jobs/a.ts', text: admits }]).length, 1);
  assert.deepEqual(findStrangeVouchers([{ path: 'src/worker/job-worker.ts', text: admits }]), []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'Only those that have looked at a caller or a turn vouch for it',
    file: 'scripts/checks/layers.ts',
    replace: '!known.includes(path) &&',
    by: "path.startsWith('src/worker/') && !known.includes(path) &&",
  },
];
