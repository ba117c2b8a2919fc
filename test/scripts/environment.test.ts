import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEnvironmentReads } from '../../scripts/checks/environment.ts';

test('the environment is read by the configuration only', () => {
  const text = "const port = process.env['PORT'];\n";
  assert.deepEqual(findEnvironmentReads([{ path: 'src/core/a.ts', text }]), [
    'src/core/a.ts:1 reads the environment: take it from src/config.ts',
  ]);
  assert.equal(
    findEnvironmentReads([{ path: 'src/app.ts', text: "import { env } from 'node:process';\n" }]).length,
    1,
  );
  assert.deepEqual(findEnvironmentReads([{ path: 'src/config.ts', text }]), []);
  assert.deepEqual(findEnvironmentReads([{ path: 'src/config/read.ts', text }]), []);
});
