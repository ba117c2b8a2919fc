import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Break } from '#test/break.ts';
import { type Effect, effectOf } from '#test/guides/effect.ts';
import { GuideWorld } from '#test/guides/guide-world.ts';
import {
  type Interpreter,
  isInstalled,
  openNode,
  openPhp,
  openPython,
  openShell,
  type Shell,
  shells,
} from '#test/guides/interpreters.ts';
import { judgeRefusedPage } from '#test/guides/judge-server.ts';
import { judges } from '#test/guides/judge-tools.ts';
import type { Program } from '#test/guides/program.ts';
import { serveProgram } from '#test/guides/serve-program.ts';
import {
  docsFolder,
  type GuideBlock,
  guideLanguages,
  readGuideBlocks,
  readGuideFiles,
  readGuideServers,
} from '../docs/guide-blocks.ts';
import { findTypeErrors } from '../sdk/type-check.ts';

type Lane = 'typescript' | 'python' | 'php' | Shell;

interface Outcome {
  readonly block: GuideBlock;
  readonly said: readonly string[];
  readonly effect: Effect | null;
}

const root = join(docsFolder, '..');
const blocks = readGuideBlocks();
const missing: readonly string[] = ['php', ...shells].filter((program) => !isInstalled(program));
const lanes = ([...guideLanguages, 'dash', 'zsh'] as const).filter((lane) => !missing.includes(lane));
const servers = readGuideServers().filter(({ language }) => !missing.includes(language));
const outcomes: Outcome[] = [];
let world: GuideWorld;
before(async () => {
  world = await GuideWorld.open(readGuideFiles(), servers);
});
after(() => world[Symbol.asyncDispose]());

describe('the guides', { concurrency: true }, () => {
  for (const lane of lanes) {
    const own = blocks.filter((block) => block.reader === 'run' && runsIn(block, lane));
    describe(`in ${lane}`, { concurrency: 1 }, () => {
      let interpreter: Interpreter;
      before(() => {
        interpreter = open(lane);
      });
      after(() => interpreter[Symbol.asyncDispose]());

      for (const block of own) {
        test(`docs/${block.guide}.md, line ${block.line} does what it says, with what it says that it needs`, async () => {
          const env = await world.environmentOf(block.needs, lane);
          const work = () => judged(block, interpreter, { folder: folderOf(block), env });
          if (block.group === null || env['PARLEY_KEY'] === undefined) {
            outcomes.push({ block, said: await work(), effect: null });
          } else {
            const { result, effect } = await effectOf(env, work);
            outcomes.push({ block, said: result, effect });
          }
        });
      }

      test('no program leaves anything open that keeps it from ending', async () => {
        assert.equal(await interpreter.end(), 0);
      });
    });
  }

  describe('that keep running', { concurrency: 1 }, () => {
    for (const { guide, line, language, name, text, needs } of servers) {
      test(`the ${name} of docs/${guide}.md, line ${line} does what it says`, async () => {
        const env = await world.environmentOf(needs, language);
        const program = { source: text, folder: folderOf({ needs }), env };
        await using served = await serveProgram(language, program);
        await judges[name](served);
        if (name !== 'page') return;
        const wrong = { ...program, env: { ...env, PARLEY_KEY: 'parley_sk_wrong' } };
        await using refused = await serveProgram(language, wrong);
        await judgeRefusedPage(refused);
      });
    }
  });

  describe('for operators', { concurrency: 1 }, () => {
    for (const block of blocks.filter(({ reader }) => reader === 'operator')) {
      test(`docs/${block.guide}.md, line ${block.line} does what it says, with what it says that it needs`, async () => {
        const { HOME = world.plainFolder } = process.env;
        const env = { HOME, ...(await world.environmentOf(block.needs, 'operator')) };
        await judged(block, openShell('bash'), { folder: root, env });
      });
    }

    test('npx finds the program, and the commands that the guides name are its own', async () => {
      const { PATH = '', HOME = world.plainFolder } = process.env;
      const { stdout } = await promisify(execFile)('npx', ['parley', 'help', '--json'], {
        cwd: root,
        env: { PATH, HOME },
      });
      const { usage }: { readonly usage: string } = JSON.parse(stdout);
      const named = blocks.flatMap(({ text }) => [...text.matchAll(/npx parley ([a-z-]+(?: [a-z-]+)?)/g)]);
      for (const [, words = ''] of named) {
        assert.ok(
          usage.includes(`parley ${words}`) || usage.includes(`parley ${words.split(' ')[0]} `),
          words,
        );
      }
    });
  });
});

test('the tabs of a group are one program: they print the same, and the service keeps the same', (t) => {
  const groups = Map.groupBy(outcomes, ({ block }) => block.group);
  groups.delete(null);
  for (const [name, [first, ...others]] of groups) {
    for (const { block, said, effect } of others) {
      assert.deepEqual([said, effect], [first?.said, first?.effect], `docs/${name}, ${block.language}`);
    }
  }
  for (const program of missing) t.diagnostic(`${program} is not installed here, so its blocks did not run`);
});

test('a group has a tab for each language, and what uses an API key is in a group', () => {
  for (const [name, group] of Map.groupBy(blocks, (block) => block.group)) {
    const languages = group.map(({ language }) => language);
    if (name !== null) assert.deepEqual(languages, guideLanguages, `docs/${name}`);
  }
  for (const [name, group] of Map.groupBy(readGuideServers(), (each) => each.name)) {
    const languages = group.map(({ language }) => language);
    assert.deepEqual(languages, guideLanguages.slice(1), name);
  }
  const alone = blocks.filter(({ group, needs }) => group === null && needs.includes('PARLEY_KEY'));
  assert.deepEqual(
    alone.map(({ guide, line }) => `docs/${guide}.md, line ${line}`),
    [],
  );
});

test('a block can be pasted into zsh, which keeps some variables for itself and takes # for a word', () => {
  for (const { text, guide, line, language } of blocks) {
    if (language !== 'bash') continue;
    assert.doesNotMatch(text, /(^|\s)#/m, `docs/${guide}.md, line ${line}`);
    assert.doesNotMatch(
      text,
      /^\s*(status|path|argv|signals|options|commands)=/m,
      `docs/${guide}.md, line ${line}`,
    );
  }
});

for (const lane of (['typescript', 'python', 'php'] as const).filter((one) => !missing.includes(one))) {
  const block = blocks.find(({ language, text }) => language === lane && /What is Parley/.test(text));
  test(`the quick start in ${lane} prints an answer piece by piece, while it is written`, async () => {
    assert.ok(block !== undefined);
    const pieces: number[] = [];
    let withinLines = 0;
    await using interpreter = open(lane);
    const env = await world.environmentOf(block.needs, lane);
    const program = { source: block.text, folder: folderOf(block), env };
    const { code, output } = await interpreter.run(program, (piece) => {
      pieces.push(performance.now());
      if (!piece.endsWith('\n')) withinLines += 1;
    });
    assert.equal(code, 0, output);
    const [first = 0, last = 0] = [pieces[0], pieces.at(-1)];
    assert.ok(withinLines >= 10, `${withinLines} of ${pieces.length} pieces ended within a line`);
    assert.ok(last - first > 200, `all of it came within ${last - first} ms`);
  });
}

for (const lane of (['python', 'php'] as const).filter((one) => !missing.includes(one))) {
  test(`the programs of the quick start in ${lane} that stand alone print the reason of a refusal`, async () => {
    const own = blocks.filter(({ guide, language }) => guide === 'quick-start' && language === lane);
    const alone = own.filter(({ needs }) => !needs.includes('the file'));
    assert.equal(alone.length, 2);
    await using interpreter = open(lane);
    const env = { PARLEY_URL: world.url, PARLEY_KEY: 'parley_sk_wrong' };
    for (const { text: source, line } of alone) {
      const { code, output } = await interpreter.run({ source, folder: world.plainFolder, env });
      assert.notEqual(code, 0, output);
      assert.match(output, /"code":"invalid_api_key"/, `line ${line}`);
    }
  });
}

test('the programs in TypeScript have no type errors in a strict project', async () => {
  const programs = [...blocks, ...readGuideServers()].filter(({ language }) => language === 'typescript');
  const files = await Promise.all(
    programs.map(async ({ text }, index) => {
      const file = join(world.plainFolder, `checked-${index}.ts`);
      await writeFile(file, text);
      return file;
    }),
  );
  const node = { types: ['node'], typeRoots: [join(root, 'node_modules', '@types')] };
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = { ...strict, ...node, module: 'NodeNext', target: 'ES2024', lib: ['ES2024'] };
  assert.equal(findTypeErrors({ compilerOptions, files }), '');
});

/** Loops are run in every shell of this machine, because shells differ there. */
function runsIn({ language, text }: GuideBlock, lane: Lane): boolean {
  if (lane === 'dash' || lane === 'zsh') return language === 'bash' && /^while /m.test(text);
  return language === lane;
}

function open(lane: Lane): Interpreter {
  switch (lane) {
    case 'typescript':
      return openNode();
    case 'python':
      return openPython();
    case 'php':
      return openPhp();
    case 'bash':
    case 'dash':
    case 'zsh':
      return openShell(lane);
  }
}

/** The files of the guides are there for those blocks only above which it says so. */
function folderOf({ needs }: Pick<GuideBlock, 'needs'>): string {
  return needs.includes('the file') ? world.folderWithFiles : world.plainFolder;
}

/** Runs the block and returns what its pattern has taken out of the output. */
async function judged(
  { text, pattern }: GuideBlock,
  interpreter: Interpreter,
  surroundings: Pick<Program, 'folder' | 'env'>,
): Promise<readonly string[]> {
  const { code, output } = await interpreter.run({ source: text, ...surroundings });
  assert.equal(code, 0, output);
  const match = pattern.exec(output);
  assert.ok(match, output);
  return match.slice(1);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The Python quick start reads what has arrived, not lines',
    file: 'docs/quick-start.md',
    replace: 'while piece := response.read1():',
    by: 'for piece in response:',
  },
  {
    rule: 'The tabs of a guide print the same',
    file: 'docs/deep-dive.md',
    replace: "'options' => ['think_harder_retry' => true]",
    by: "'prompt' => 'How are jobs queued?'",
  },
  {
    rule: 'The tabs of a guide leave the same with the service',
    file: 'docs/agents.md',
    replace: '    "prompt": "What is an agent?",',
    by: '    "prompt": "What is a queue?",',
  },
  {
    rule: 'A guide names the files that its programs need',
    file: 'docs/errors.md',
    replace: ', and for Python and PHP [the file](quick-start.md#one-function-for-everything-else)',
    by: '',
  },
  {
    rule: 'The programs of the guides in TypeScript have no type errors',
    file: 'docs/jobs.md',
    replace: 'const { queue_name, queue_position } = await client.jobs.create(',
    by: 'const { queue_name, queue_place: queue_position } = await client.jobs.create(',
  },
  {
    rule: 'The receivers of the guides refuse an old delivery',
    file: 'docs/webhooks.md',
    replace: 'abs(time() - (int) $timestamp) > 300',
    by: 'false',
  },
  {
    rule: 'No guide assigns a variable that zsh keeps for itself',
    file: 'docs/jobs.md',
    replace: `state=queued
`,
    by: `state=queued
status=queued
`,
  },
];
