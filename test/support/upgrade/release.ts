import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Conversation, Usage } from '#contract/resources.ts';
import { makeFolder } from '../machine/make-folder.ts';

const root = join(import.meta.dirname, '../../..');

/** The program of an earlier release as it ran, with the packages that are installed now. */
export interface Release extends AsyncDisposable {
  readonly folder: string;
  /** What its processes run: see `StartOptions`. */
  readonly main: string;
}

/** What `scripts/make-release-fixture.ts` left in the dump, as that release itself reported it. */
export interface ReleaseContents {
  readonly version: string;
  readonly commit: string;
  /** Name → checksum. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly owners: readonly ReleaseOwner[];
  /** A key that its operator had revoked. */
  readonly revokedKey: string;
  readonly signIn: { readonly tenant: string; readonly email: string; readonly password: string };
  /** One owner's jobs that no process has ended, because the service was killed. */
  readonly left: ReleaseWork;
}

interface ReleaseWork {
  readonly key: string;
  readonly user: string;
  readonly running: readonly string[];
  readonly queued: readonly string[];
}

/** One end user of one partner. */
export interface ReleaseOwner {
  readonly key: string;
  readonly user: string;
  readonly usage: Usage;
  readonly conversations: readonly Conversation[];
  readonly jobs: readonly string[];
}

export function releaseFolder(version: string): string {
  return join(root, 'test/fixtures/releases', version);
}

export async function readReleaseContents(version: string): Promise<ReleaseContents> {
  return JSON.parse(await readFile(join(releaseFolder(version), 'contents.json'), 'utf8'));
}

export function unpackRelease(version: string): Promise<Release> {
  return unpackProgram(join(releaseFolder(version), 'program.tar.gz'));
}

/** Not below node_modules, where Node strips no types. */
export async function unpackProgram(archive: string): Promise<Release> {
  const folder = makeFolder('parley-release-');
  const program = join(folder, 'program');
  await mkdir(program);
  execFileSync('tar', ['-xzf', archive, '-C', program]);
  await symlink(join(root, 'node_modules'), join(program, 'node_modules'));
  return {
    folder: program,
    main: join(program, 'src/main.ts'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Fills an empty database with the release's dump. */
export async function restoreRelease(version: string, connectionString: string): Promise<void> {
  const dump = gunzipSync(await readFile(join(releaseFolder(version), 'dump.sql.gz'))).toString('utf8');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}
