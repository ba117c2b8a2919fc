import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printWireTypes } from './sdk/wire-types.ts';

/** Builds the package `@parley/client` into dist/sdk, or into the given empty folder. */
const root = join(import.meta.dirname, '..');
const given = process.argv[2];
const target = given === undefined ? join(root, 'dist', 'sdk') : resolve(given);

if (given === undefined) rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const source = writeSource();
compile(target, []);
// CommonJS projects, and compilers that ignore `exports`, use a separate build.
const older = join(target, 'cjs');
compile(older, ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false']);
writeFileSync(join(older, 'package.json'), '{ "type": "commonjs" }\n');
rmSync(source, { recursive: true });
for (const path of globSync('**/*.d.ts', { cwd: target })) nameEmittedFiles(join(target, path));
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
copyFileSync(join(root, 'docs', 'sdk.md'), join(target, 'README.md'));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(describePackage(), null, 2)}\n`);

/**
 * A copy of the sources in which the types of the contract are written out, because the package has no dependencies.
 */
function writeSource(): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-sdk-'));
  const original = join(root, 'src', 'sdk');
  cpSync(original, copy, { recursive: true });
  writeFileSync(join(copy, 'wire.ts'), printWireTypes());
  const project = {
    extends: join(original, 'tsconfig.json'),
    compilerOptions: { noEmit: false, rootDir: '.', rewriteRelativeImportExtensions: true },
    include: ['**/*.ts'],
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(project));
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }\n');
  return copy;
}

function compile(folder: string, options: readonly string[]): void {
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', source, '--outDir', folder, ...options], { stdio: 'inherit' });
}

/** The compiler renames `./wire.ts` in code but not in declarations, which older compilers then reject. */
function nameEmittedFiles(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'));
}

function describePackage(): object {
  const { version, license } = readRootPackage();
  return {
    name: '@parley/client',
    version,
    description: 'Client of a Parley service: streamed and queued answers, conversations, usage.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
    main: './cjs/index.js',
    module: './index.js',
    types: './cjs/index.d.ts',
    files: ['**/*.js', '**/*.d.ts', 'cjs/package.json'],
  };
}

function readRootPackage(): { readonly version: string; readonly license: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}
