import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { startProcess } from '#test/world/process.ts';
import { installCommand } from '../../../scripts/testing/system-needs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const program = join(root, 'scripts', 'testing', 'ensure-system.ts');

async function ensureSystem(env: Readonly<Record<string, string>>) {
  await using asked = startProcess(process.execPath, [program], { env });
  const { code } = await asked.exited;
  return { code, output: asked.stdout() + asked.stderr() };
}

describe('what the tests need from the system', () => {
  test('is named in one line, with the command that brings it, where it is missing', async () => {
    const { code, output } = await ensureSystem({ PATH: '/nowhere' });
    assert.equal(code, 1);
    assert.match(
      output,
      new RegExp(`^The tests need python3 \\(.*\\) and curl \\(.*\\): ${installCommand}\\n$`),
    );
  });

  test('is passed over in silence where it is there', async () => {
    assert.deepEqual(await ensureSystem({}), { code: 0, output: '' });
  });

  test('is asked for before anything else runs', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.match(scripts.test, /^node scripts\/testing\/ensure-system\.ts && /);
  });

  test('is in README and CONTRIBUTING, as the command to run', () => {
    for (const name of ['README.md', 'CONTRIBUTING.md']) {
      assert.ok(readFileSync(join(root, name), 'utf8').includes(`\`${installCommand}\``), name);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What the tests lack is named before they run',
    file: 'scripts/testing/system-needs.ts',
    replace: 'if (missing.length === 0) return null;',
    by: 'if (missing.length >= 0) return null;',
  },
  {
    rule: 'README gives the command that brings what the tests need',
    file: 'README.md',
    replace: '`apt-get install python3 curl`',
    by: '`apt-get install python3`',
  },
];
