import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCrowdedFolders } from '../../scripts/checks/folder-size.ts';

test('a folder of more than twenty files is reported, fixtures and the files of its subfolders apart', () => {
  const files = [
    ...filesIn('src/full', 20),
    ...filesIn('src/full/inner', 20),
    ...filesIn('src/crowded', 21),
    ...filesIn('test/fixtures/models', 21),
  ];
  const [only, ...others] = findCrowdedFolders(files);
  assert.match(only ?? '', /^src\/crowded has 21 files, more than 20: /);
  assert.deepEqual(others, []);
});

function filesIn(folder: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}.ts`, text: '' }));
}
