import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './type-check.ts';

const run = promisify(execFile);

/** A foreign project that has installed the built and packed client, without a registry. */
export class InstalledPackage implements AsyncDisposable {
  readonly #home: string;
  readonly folder: string;
  /** What npm packed. */
  readonly tarball: string;

  private constructor(home: string, tarball: string) {
    this.#home = home;
    this.tarball = tarball;
    this.folder = join(home, 'project');
  }

  /** Where the package lies in the project. */
  get packageFolder(): string {
    return join(this.folder, 'node_modules', '@parley', 'client');
  }

  static async create(): Promise<InstalledPackage> {
    const home = await mkdtemp(join(tmpdir(), 'parley-client-'));
    const [built, project, cache] = ['built', 'project', 'cache'].map((name) => join(home, name));
    await run(process.execPath, [join(repository, 'scripts', 'build-sdk.ts'), String(built)]);
    await run('npm', ['pack', String(built), '--pack-destination', home, '--cache', String(cache)]);
    const packed = (await readdir(home)).find((name) => name.endsWith('.tgz'));
    const tarball = join(home, String(packed));
    await mkdir(String(project));
    await writeFile(join(String(project), 'package.json'), '{"type":"module","private":true}');
    const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', String(cache)];
    await run('npm', ['install', tarball, ...quiet], { cwd: String(project) });
    return new InstalledPackage(home, tarball);
  }

  async write(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }

  /** Runs a program in the project and returns its output; rejects when the program fails. */
  async run(name: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { stdout } = await run(process.execPath, [join(this.folder, name)], { env, timeout: 60_000 });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#home, { recursive: true, force: true });
  }
}
