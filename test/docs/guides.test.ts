import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProcess, startService, type TestService } from '#test/process.ts';
import { InstalledPackage } from '../sdk/installed-package.ts';
import { docsFolder, type GuideBlock, readGuideBlocks } from './guide-blocks.ts';

/** Guides that show nothing that can be run: settings, and promises. */
const withoutBlocks = ['configuration', 'performance', 'versioning'];

let service: TestService;
let installed: InstalledPackage;
let home: string;
let key: string;
before(async () => {
  service = await startService();
  key = (await service.printed(/parley_sk_\w+/))[0];
  installed = await InstalledPackage.create();
  home = await mkdtemp(join(tmpdir(), 'parley-guides-'));
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await installed[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

const blocks = readGuideBlocks();

for (const block of blocks) {
  test(`docs/${block.guide}.md, line ${block.line} does what it says`, async () => {
    const { code, output } = await runBlock(block);
    assert.equal(code, 0, output);
    assert.match(output, block.pattern);
  });
}

test('every guide shows something that runs', () => {
  const guides = new Set(blocks.map(({ guide }) => guide));
  const wanted = ['errors', 'idempotency', 'identity-and-ownership', 'jobs', 'operating'];
  assert.deepEqual([...guides], [...wanted, 'quick-start', 'quotas-and-refunds', 'streaming']);
  assert.deepEqual(
    withoutBlocks.filter((guide) => guides.has(guide)),
    [],
  );
});

async function runBlock(block: GuideBlock): Promise<{ code: number | null; output: string }> {
  const [program, ...words] = await commandOf(block);
  const { HOME = home } = process.env;
  const env = {
    PARLEY_URL: `${service.origin}/v1`,
    // Whoever operates has a key of no partner, and a partner has no folder of the service.
    ...(block.reader === 'run' ? { PARLEY_KEY: key } : { PARLEY_DATA_DIR: service.dataFolder }),
    HOME,
  };
  const cwd = block.reader === 'run' ? home : join(docsFolder, '..');
  await using run = startProcess(program, words, { cwd, env });
  const { code } = await run.exited;
  return { code, output: run.stdout() + run.stderr() };
}

async function commandOf({ language, text, guide, line }: GuideBlock): Promise<[string, ...string[]]> {
  switch (language) {
    case 'sh':
      return ['bash', '-euo', 'pipefail', '-c', text];
    case 'py':
      return ['python3', '-c', text];
    case 'ts':
      return [process.execPath, await installed.write(`${guide}-${line}.ts`, text)];
  }
}
