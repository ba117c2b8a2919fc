import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { makeFolder } from '#test/machine/make-folder.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { type Api, openApi } from '#test/world/api.ts';

const run = promisify(execFile);
const here = import.meta.dirname;

/** How each generator makes a client from `openapi.json`; its programs import what it made from `./generated`. */
const generators = {
  'openapi-fetch': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated.d.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'generated'],
} as const;

const descriptions = {
  api: {
    path: '/v1/openapi.json',
    says: { status: 'completed', answer: mockText(5), used: 1, refused: 'validation_error' },
  },
  facade: {
    path: '/openai/v1/openapi.json',
    says: { ids: ['assistant'], answer: mockText(5), status: 'completed', refused: 'model_not_found' },
  },
} as const;

const compilerOptions = {
  strict: true,
  target: 'ES2022',
  module: 'Node16',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  outDir: 'made',
};

describe('A client that is generated from a description', () => {
  let api: Api;
  before(async () => {
    api = await openApi();
  });
  after(() => api[Symbol.asyncDispose]());

  for (const [generator, [script, ...options]] of Object.entries(generators)) {
    for (const [name, { path, says }] of Object.entries(descriptions)) {
      test(`by ${generator} from ${path} compiles strictly, and its calls are answered`, async () => {
        await using folder = await openFolder();
        const found = await fetch(new URL(path, api.urlOf()));
        assert.equal(found.status, 200);
        const description: { servers: { url: string }[] } = JSON.parse(await found.text());
        const address = description.servers[0]?.url ?? '';
        await writeFile(join(folder.path, 'openapi.json'), JSON.stringify(description));
        await cp(join(here, 'programs', `${name}-by-${generator}.ts`), join(folder.path, 'program.ts'));
        await folder.node(script, ...options);
        await folder.node('typescript/bin/tsc', '-p', '.');
        const { key } = await api.partner();
        const program = run(process.execPath, ['made/program.js'], {
          cwd: folder.path,
          env: { ADDRESS: address, KEY: key },
        });
        assert.deepEqual(JSON.parse((await program).stdout), says);
      });
    }
  }
});

/** A folder for one program, with the packages of this one. */
async function openFolder() {
  const path = makeFolder('parley-generated-');
  const packages = join(here, 'package', 'node_modules');
  await symlink(packages, join(path, 'node_modules'));
  // Generated files import one another without their endings.
  await writeFile(join(path, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return {
    path,
    node: (script: string, ...options: readonly string[]) =>
      run(process.execPath, [join(packages, script), ...options], { cwd: path }).catch((error) => {
        throw new Error(`${script} failed: ${error.stdout}${error.stderr}`);
      }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
