import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startProcess, startService, type TestService } from '#test/world/process.ts';
import { InstalledPackage } from '../sdk/installed-package.ts';
import { docsFolder, type GuideBlock, readGuideBlocks } from './guide-blocks.ts';

type Shell = 'bash' | 'dash' | 'zsh';

const installedShells = (['bash', 'dash', 'zsh'] as const).filter((shell) => isInstalled(shell));

/** Guides without anything to run: settings, and promises. */
const withoutBlocks = ['a-turn-step-by-step', 'configuration', 'performance', 'versioning'];

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
  test(`docs/${block.guide}.md, line ${block.line} does what it says, with what it says that it needs`, async () => {
    for (const shell of shellsOf(block)) {
      const { code, output } = await runBlock(block, shell);
      assert.equal(code, 0, output);
      assert.match(output, block.pattern);
    }
  });
}

test('a block can be pasted into zsh, which keeps some variables for itself and takes # for a word', () => {
  for (const { text, guide, line, language } of blocks) {
    if (language === 'sh') assert.doesNotMatch(text, /(^|\s)#/m, `docs/${guide}.md, line ${line}`);
  }
  for (const { text, guide, line } of blocks) {
    assert.doesNotMatch(
      text,
      /^\s*(status|path|argv|signals|options|commands)=/m,
      `docs/${guide}.md, line ${line}`,
    );
  }
});

test('the quick start in Python prints an answer piece by piece, while it is written', async () => {
  const block = blocks.find(({ language }) => language === 'py');
  assert(block !== undefined);
  const pieces: number[] = [];
  let withinLines = 0;
  const { code, output } = await runBlock(block, 'bash', (piece) => {
    pieces.push(performance.now());
    if (!piece.endsWith('\n')) withinLines += 1;
  });
  assert.equal(code, 0, output);
  const [first = 0, last = 0] = [pieces[0], pieces.at(-1)];
  assert(withinLines >= 10, `${withinLines} of ${pieces.length} pieces ended within a line`);
  assert(last - first > 200, `all of it came within ${last - first} ms`);
});

test('every guide shows something that runs', () => {
  const guides = new Set(blocks.map(({ guide }) => guide));
  const wanted = ['console', 'errors', 'idempotency', 'identity-and-ownership', 'jobs', 'operating'];
  assert.deepEqual([...guides], [...wanted, 'quick-start', 'quotas-and-refunds', 'streaming', 'webhooks']);
  assert.deepEqual(
    withoutBlocks.filter((guide) => guides.has(guide)),
    [],
  );
});

/** Loops are run in every shell of this machine, because shells differ there. */
function shellsOf({ language, text }: GuideBlock): readonly Shell[] {
  return language === 'sh' && /^while /m.test(text) ? installedShells : ['bash'];
}

async function runBlock(
  block: GuideBlock,
  shell: Shell,
  onPiece: (piece: string) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  const [program, ...words] = await commandOf(block, shell);
  const { HOME = home } = process.env;
  const cwd = block.reader === 'run' ? home : join(docsFolder, '..');
  await using run = startProcess(program, words, { cwd, env: { HOME, ...environmentOf(block) }, onPiece });
  const { code } = await run.exited;
  return { code, output: run.stdout() + run.stderr() };
}

/** Only what the block says that it needs. */
function environmentOf({ needs }: GuideBlock): Record<string, string> {
  return {
    ...(needs.includes('PARLEY_URL') ? { PARLEY_URL: `${service.origin}/v1` } : {}),
    ...(needs.includes('PARLEY_KEY') ? { PARLEY_KEY: key } : {}),
    ...(needs.includes('settings of the service') ? { PARLEY_DATA_DIR: service.dataFolder } : {}),
  };
}

async function commandOf(
  { language, text, guide, line }: GuideBlock,
  shell: Shell,
): Promise<[string, ...string[]]> {
  switch (language) {
    case 'sh':
      return [shell, ...(shell === 'dash' ? ['-eu'] : ['-eu', '-o', 'pipefail']), '-c', text];
    case 'py':
      return ['python3', '-c', text];
    case 'ts':
      return [process.execPath, await installed.write(`${guide}-${line}.ts`, text)];
  }
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['-c', 'true']).status === 0;
}
