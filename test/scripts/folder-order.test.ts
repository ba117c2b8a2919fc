import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findOrderBreaks, folderOrders } from '../../scripts/checks/folder-order.ts';
import { findImports } from '../../scripts/checks/imports.ts';

const orders = { 'src/core': { folders: ['shared', 'turn', 'jobs'] } };

/** A file in each folder of the orders, so that none of them is gone. */
const base = { 'src/core/shared/a.ts': '', 'src/core/turn/a.ts': '', 'src/core/jobs/a.ts': '' };

/** In quotes that no check of imports takes for its own. */
const loading = (path: string) => `import('${path}')`;

function breaksOf(
  tree: Readonly<Record<string, string>>,
  known: Parameters<typeof findOrderBreaks>[2] = orders,
): readonly string[] {
  const files = Object.entries({ ...base, ...tree }).map(([path, text]) => ({ path, text }));
  return findOrderBreaks(
    files.map(({ path }) => path),
    files.flatMap((file) => findImports(file, {})),
    known,
  );
}

test('a folder imports only those that stand below it', () => {
  assert.deepEqual(breaksOf({ 'src/core/jobs/read.ts': "import { Turn } from '../turn/turn.ts';\n" }), []);
  assert.deepEqual(breaksOf({ 'src/core/turn/turn.ts': "import type { Job } from '../jobs/job.ts';\n" }), [
    'src/core/turn/turn.ts:1 imports src/core/jobs/job.ts: src/core/jobs stands above src/core/turn',
  ]);
  assert.equal(breaksOf({ 'src/core/turn/turn.ts': `await ${loading('../jobs/job.ts')};\n` }).length, 1);
});

test('a file beside the folders hides no arrow', () => {
  const through = (text: string) =>
    breaksOf({
      'src/core/turn/turn.ts': "import { errors } from '../errors.ts';\n",
      'src/core/errors.ts': "import { more } from './more.ts';\n",
      'src/core/more.ts': text,
    });
  assert.deepEqual(through("import { Turn } from './shared/a.ts';\n"), []);
  assert.deepEqual(through("import { Job } from './jobs/a.ts';\n"), [
    'src/core/turn/turn.ts:1 imports src/core/jobs/a.ts: src/core/jobs stands above src/core/turn',
  ]);
  assert.deepEqual(through(`export const later = () => ${loading('./jobs/a.ts')};\n`), []);
});

test('a known arrow back is allowed while it exists', () => {
  const known = { 'src/core': { ...orders['src/core'], back: ['turn > jobs'] } };
  assert.deepEqual(breaksOf({ 'src/core/turn/b.ts': "import { a } from '../jobs/a.ts';\n" }, known), []);
  assert.deepEqual(breaksOf({}, known), ['src/core: no import points from turn > jobs any more']);
  assert.equal(breaksOf({ 'src/core/shared/b.ts': "import { a } from '../jobs/a.ts';\n" }, known).length, 2);
});

test('every folder of a layer has its place', () => {
  assert.match(breaksOf({ 'src/core/new/a.ts': '' }).join(), /^src\/core\/new has no place/);
  assert.match(breaksOf({ 'src/cli/a/a.ts': '', 'src/cli/b/b.ts': '' }).join(), /^src\/cli has no order/);
  assert.deepEqual(breaksOf({ 'src/cli/a/a.ts': '', 'src/cli/main.ts': '' }), []);
  const gone = { 'src/core': { folders: ['old', ...orders['src/core'].folders] } };
  assert.deepEqual(breaksOf({}, gone), ['src/core/old is gone']);
});

test('core has no arrow back, and every other layer at most two', () => {
  for (const [layer, { back = [] }] of Object.entries(folderOrders)) {
    assert.ok(back.length <= (layer.startsWith('src/core') ? 0 : 2), layer);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'A folder imports only those that stand below it',
    file: 'scripts/checks/folder-order.ts',
    replace: 'folders.indexOf(to) > folders.indexOf(from)',
    by: 'folders.indexOf(to) > folders.indexOf(from) + 1',
  },
  {
    rule: 'A file beside the folders of a layer hides no arrow between them',
    file: 'scripts/checks/arrows.ts',
    replace: 'if (target !== null && !isLazy) files.add(target);',
    by: 'if (target === null && !isLazy) files.add(file);',
  },
  {
    rule: 'A new folder of a layer needs its place in the order',
    file: 'scripts/checks/folder-order.ts',
    replace: '      ...missing.map(',
    by: '      ...missing.slice(1).map(',
  },
];
