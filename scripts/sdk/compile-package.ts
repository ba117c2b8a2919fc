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
import { join, sep } from 'node:path';
import { printWireTypes } from './wire-types.ts';

/** In the served guide this stands for the service that serves it; a file of a package has no such service. */
const defaultOrigin = 'http://localhost:8080';

/** Writes the files of the package `@parley/client` into a folder. `root` is the repository. */
export function compilePackage(root: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const source = writeSource(root);
  compile(root, source, target, []);
  // CommonJS projects, and compilers that ignore `exports`, use a separate build.
  const older = join(target, 'cjs');
  const commonJs = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
  ];
  compile(root, source, older, commonJs);
  writeFileSync(join(older, 'package.json'), '{ "type": "commonjs" }\n');
  rmSync(source, { recursive: true });
  for (const path of globSync('**/*.d.ts', { cwd: target })) nameEmittedFiles(join(target, path));
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'README.md'), readmeOf(readFileSync(join(root, 'docs', 'sdk.md'), 'utf8')));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(describePackage(root), null, 2)}\n`);
}

/** The guide, with an address that its readers replace by their own service's. */
function readmeOf(guide: string): string {
  return guide.replaceAll(defaultOrigin, 'https://your-parley-service.example');
}

/**
 * A copy of the sources in which the types of the contract are written out, because the package has no dependencies.
 */
function writeSource(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'parley-sdk-'));
  const original = join(root, 'src', 'sdk');
  cpSync(original, copy, { recursive: true });
  writeFileSync(join(copy, 'wire.ts'), printWireTypes());
  copyShared(root, copy);
  const project = {
    extends: join(original, 'tsconfig.json'),
    compilerOptions: { noEmit: false, rootDir: '.', rewriteRelativeImportExtensions: true },
    include: ['**/*.ts'],
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(project));
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }\n');
  return copy;
}

/** What the package shares with the pages and with the service, which its files name by the layer. */
function copyShared(root: string, copy: string): void {
  const client = ['events.ts', 'follow.ts'].map((name) => join('client', name));
  for (const path of [...client, join('contract', 'schemas')]) {
    cpSync(join(root, 'src', path), join(copy, path), { recursive: true });
  }
  for (const path of globSync('**/*.ts', { cwd: copy })) {
    const toRoot = '../'.repeat(path.split(sep).length - 1) || './';
    const text = readFileSync(join(copy, path), 'utf8');
    writeFileSync(join(copy, path), text.replaceAll(/(?<=from ')#(?=(?:client|contract)\/)/g, toRoot));
  }
}

function compile(root: string, source: string, folder: string, options: readonly string[]): void {
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', source, '--outDir', folder, ...options], { stdio: 'inherit' });
}

/** The compiler renames `./wire.ts` in code but not in declarations, which older compilers then reject. */
function nameEmittedFiles(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'));
}

function describePackage(root: string): object {
  const { version, license }: { readonly version: string; readonly license: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
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
  };
}
