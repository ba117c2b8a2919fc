import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeScratchCopy, type ScratchCopy } from '../mutants/scratch-copy.ts';
import { applyAddition, touchedFiles } from './addition.ts';
import { dimensionAddition } from './dimension.ts';
import { operationAddition } from './operation.ts';
import { wireAddition } from './wire.ts';

const repository = join(import.meta.dirname, '..', '..');

let copy: ScratchCopy;
before(async () => {
  copy = await makeScratchCopy();
  await applyAddition(copy.root, dimensionAddition);
  await applyAddition(copy.root, wireAddition);
  await applyAddition(copy.root, operationAddition);
});
after(() => copy[Symbol.asyncDispose]());

/** All are added to one copy, because compiling it takes most of the time. */
describe('a copy with one more quota dimension, one more provider wire and one more operation', () => {
  it('touches ten files at most for the dimension, one of them a migration', () => {
    const touched = touchedFiles(dimensionAddition);
    assert.ok(touched.length <= 10, touched.join('\n'));
    assert.equal(touched.filter((file) => file.startsWith('database/migrations/')).length, 1);
  });

  it('touches two files for the wire; two more are written from them', () => {
    assert.equal(touchedFiles({ ...wireAddition, generated: [] }).length, 2);
    run(process.execPath, 'scripts/print-env-example.ts');
    run(process.execPath, 'scripts/write-doc-tables.ts');
    for (const file of wireAddition.generated)
      assert.match(readFileSync(join(copy.root, file), 'utf8'), /MISTRAL_API_KEY/);
  });

  it('touches a row, a function and an example for an operation of three audiences, and the lists by hand', () => {
    const touched = touchedFiles({ ...operationAddition, generated: [] });
    assert.equal(touched.filter((file) => file.startsWith('src/')).length, 3, touched.join('\n'));
    assert.ok(touched.every((file) => file.startsWith('src/') || file.startsWith('test/support/console/')));
    run(process.execPath, 'scripts/web/write-routes.ts');
    for (const file of operationAddition.generated.filter((each) => each.startsWith('src/client/')))
      assert.match(readFileSync(join(copy.root, file), 'utf8'), /pause/);
  });

  it('compiles', () => {
    for (const project of ['.', 'src/web'])
      run(join(repository, 'node_modules', '.bin', 'tsc'), '-p', project);
  });

  it('configures the wire, and charges, limits and refunds the dimension', () => {
    run(process.execPath, '--test', 'test/config-wires.test.ts', 'test/adapters/models/registry.test.ts');
    run(process.execPath, '--test', 'test/flows/jobs/jobs-quota.test.ts');
  });

  it('gives the operation to its audiences and to no others', () => {
    run(process.execPath, '--test', 'test/flows/console/operation-matrix.test.ts');
    run(process.execPath, '--test', 'test/flows/owners/credential-matrix.test.ts');
  });
});

function run(program: string, ...args: readonly string[]): void {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy.root, encoding: 'utf8', env });
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
}
