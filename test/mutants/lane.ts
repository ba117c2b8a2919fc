import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { sharedPostgresVariable, startTestPostgres } from '../support/database/run-postgres.ts';
import type { DeclaredBreak } from './read-breaks.ts';
import { type Failure, findFailure, type TestRun } from './run-tests.ts';
import { makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

export type Verdict =
  | { readonly kind: 'noticed'; readonly by: Failure }
  | { readonly kind: 'unnoticed' }
  | { readonly kind: 'broken setup'; readonly reason: string };

/** A copy of the repository and a PostgreSQL, in which one break after the other is tried. */
export interface Lane extends AsyncDisposable {
  /** The first failure of the unchanged files. */
  runUnbroken(files: readonly string[]): Promise<Failure | null>;
  tryBreak(broken: DeclaredBreak): Promise<Verdict>;
}

const pages = /^src\/(?:web|launcher|contract)\//;
/** Tests that ask a running service for its pages; others import what they test. */
const visitors = /^test\/(?:browser|flows|screens)\//;

export async function openLane(signal: AbortSignal): Promise<Lane> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startTestPostgres());
  const copy = opened.use(await makeScratchCopy());
  const { root, temporary, compileCache } = copy;
  const run: TestRun = { root, temporary, compileCache, postgresUrl: postgres.url, signal };
  const failureOf = async (files: readonly string[]) => {
    const failure = await findFailure(run, files);
    await tidy(run);
    return failure;
  };
  const held = opened.move();
  return {
    runUnbroken: failureOf,
    tryBreak: (broken) => tryBreak(copy, run, broken, failureOf),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function tryBreak(
  copy: ScratchCopy,
  run: TestRun,
  broken: DeclaredBreak,
  failureOf: (files: readonly string[]) => Promise<Failure | null>,
): Promise<Verdict> {
  await using _build = isBuilt(broken) ? await copy.keepBuild() : null;
  return await tryChanged(copy, run, broken, failureOf);
}

async function tryChanged(
  copy: ScratchCopy,
  run: TestRun,
  broken: DeclaredBreak,
  failureOf: (files: readonly string[]) => Promise<Failure | null>,
): Promise<Verdict> {
  const { file, replace, by, test } = broken;
  await using changed = await copy.change(file, replace, by);
  if (changed === null) return { kind: 'broken setup', reason: 'the text does not stand there exactly once' };
  const reason = prepareBroken(run, broken);
  if (reason !== null) return { kind: 'broken setup', reason };
  const failure = await failureOf([test]);
  if (failure === null) return { kind: 'unnoticed' };
  if (failure.isOfTest) return { kind: 'noticed', by: failure };
  return { kind: 'broken setup', reason: `${failure.title}: ${failure.error}` };
}

/** Why the broken program cannot even start, which any test would notice. */
function prepareBroken(run: TestRun, broken: DeclaredBreak): string | null {
  const { file } = broken;
  if (file.endsWith('.ts') && !parses(join(run.root, file))) return 'the broken file does not parse';
  if (file.endsWith('.sql') && !prepare(run, ['test/mutants/make-template.ts'])) return 'it does not migrate';
  if (isBuilt(broken) && !prepare(run, ['scripts/build-web.ts', '--if-stale'])) return 'it does not build';
  return null;
}

function isBuilt({ file, test }: DeclaredBreak): boolean {
  return pages.test(file) && visitors.test(test);
}

function parses(path: string): boolean {
  try {
    stripTypeScriptTypes(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function prepare({ root, postgresUrl }: TestRun, args: readonly string[]): boolean {
  const env = { ...process.env, [sharedPostgresVariable]: postgresUrl };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'ignore' }).status === 0;
}

/** Removes what tests that were killed early had no time to remove. */
async function tidy({ postgresUrl, temporary }: TestRun): Promise<void> {
  const url = new URL(postgresUrl);
  url.pathname = '/postgres';
  const server = new pg.Client({ connectionString: url.href });
  await server.connect();
  const found = await server.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE datname LIKE 'test\\_%'",
  );
  for (const { name } of found.rows) await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.end();
  for (const name of await readdir(temporary)) {
    await rm(join(temporary, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
