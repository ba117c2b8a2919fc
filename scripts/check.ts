import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './checks/check.ts';
import { findImportCycles } from './checks/cycles.ts';
import { findEnvironmentReads } from './checks/environment.ts';
import { findLargeFiles } from './checks/file-size.ts';
import { findOrderBreaks } from './checks/folder-order.ts';
import { findImports, readImportMap } from './checks/imports.ts';
import { findLayerBreaks, findStrangeVouchers } from './checks/layers.ts';
import { findBrokenLinks } from './checks/links.ts';
import { findLockGaps } from './checks/lock-file.ts';
import { findLostNames } from './checks/names.ts';
import {
  findChangedMigrations,
  findMisnumberedMigrations,
  findWrongNeighbour,
} from './checks/released-migrations.ts';
import { readRepository } from './checks/repository-files.ts';
import { readSourceFiles } from './checks/source-files.ts';
import { findLongSql } from './checks/sql-size.ts';
import { findOwnTestFolders } from './checks/test-folders.ts';
import { installedTool, scriptCheck, toolCheck } from './checks/tools.ts';
import { findUnwantedText } from './checks/unwanted-text.ts';
import { findVagueWording } from './checks/wording.ts';
import { findUnfitQuestions } from './questions/find-unfit-questions.ts';
import { findMissingPackages } from './sdk/released-packages.ts';
import { installVendors } from './testing/vendor-packages.ts';

/** Everything about the repository that can be judged without running the service. */
const root = join(import.meta.dirname, '..');
installVendors();
const problems = new Map<string, readonly string[]>();

// The programs leave processors idle, so they run at the same time, and ours beside them.
const programs = listPrograms().map(report);
for (const check of listOwnChecks()) await report(check);
await Promise.all(programs);

for (const [name, found] of problems) console.log(`\n${name}:\n${found.join('\n')}`);
if (problems.size > 0) process.exitCode = 1;

async function report({ name, find }: Check): Promise<void> {
  const started = performance.now();
  const found = await find();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(30)} ${seconds} s`);
  if (found.length > 0) problems.set(name, found);
}

function listPrograms(): readonly Check[] {
  const lint = ['check', '--error-on-warnings', '--max-diagnostics=40', '.'];
  return [
    ...listTypeChecks(),
    toolCheck('format and lint', root, installedTool(root, 'biome'), lint),
    toolCheck('dead code', root, installedTool(root, 'knip'), ['--no-progress']),
    scriptCheck('modules', root, 'scripts/load-modules.ts'),
    scriptCheck('annotated tree', root, 'scripts/check-tree.ts'),
    scriptCheck('.env.example', root, 'scripts/print-env-example.ts', '--check'),
  ];
}

function listOwnChecks(): readonly Check[] {
  const files = readRepository(root);
  const code = files.filter(({ path }) => /\.(?:[cm]?[jt]s|tsx)$/.test(path));
  const sources = ['src', 'locales'].flatMap((folder) => readSourceFiles(root, folder, ['.ts', '.tsx']));
  const map = readImportMap(readFileSync(join(root, 'package.json'), 'utf8'));
  const imports = sources.flatMap((file) => findImports(file, map));
  return [
    { name: 'layers', find: () => [...findLayerBreaks(imports), ...findStrangeVouchers(sources)] },
    {
      name: 'order of folders',
      find: () =>
        findOrderBreaks(
          sources.map(({ path }) => path).filter((path) => path.startsWith('src/')),
          imports,
        ),
    },
    { name: 'import cycles', find: () => findImportCycles(imports) },
    { name: 'test folders', find: () => findOwnTestFolders(files) },
    { name: 'environment', find: () => findEnvironmentReads(sources) },
    { name: 'file size', find: () => findLargeFiles(code) },
    { name: 'SQL size', find: () => findLongSql(files) },
    {
      name: 'lock file',
      find: () =>
        ['package-lock.json', 'examples/package-lock.json', 'test/vendors/package-lock.json'].flatMap(
          (path) => findLockGaps(readFileSync(join(root, path), 'utf8')),
        ),
    },
    { name: 'links', find: () => findBrokenLinks(root, files) },
    { name: 'unwanted text', find: () => findUnwantedText(files) },
    { name: 'names', find: () => findLostNames(files) },
    { name: 'wording', find: () => findVagueWording(files) },
    {
      name: 'released migrations',
      find: () => [
        ...findMisnumberedMigrations(root),
        ...findChangedMigrations(root),
        ...findWrongNeighbour(root),
      ],
    },
    { name: 'released packages', find: () => findMissingPackages(root) },
    { name: 'questions', find: () => findUnfitQuestions(root) },
  ];
}

/** One for the service, and one for each client of it that has its own settings (browser types). */
function listTypeChecks(): readonly Check[] {
  const projects = ['tsconfig.json', ...globSync('src/*/tsconfig.json', { cwd: root }).sort()];
  return projects.map((project) =>
    // Several checkers of a program each check the types that they share.
    toolCheck(`types: ${project}`, root, installedTool(root, 'tsc'), [
      '--noEmit',
      '--checkers',
      '1',
      // What has not changed since the last check is not checked again.
      '--incremental',
      '--tsBuildInfoFile',
      join(root, 'node_modules', '.cache', 'types', `${project}.tsbuildinfo`),
      '-p',
      project,
    ]),
  );
}
