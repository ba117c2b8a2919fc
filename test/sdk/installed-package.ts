import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#test/machine/make-folder.ts';
import { repository } from './type-check.ts';

const run = promisify(execFile);

/** As `npm run build` leaves it. */
const tarball = join(repository, 'dist', 'sdk', 'parley-client.tgz');

/** A foreign project that has installed the client, without a registry. */
export class InstalledPackage implements AsyncDisposable {
  readonly #home: string;
  readonly folder: string;
  /** What npm installed. */
  readonly tarball = tarball;

  private constructor(home: string) {
    this.#home = home;
    this.folder = join(home, 'project');
  }

  /** Where the package lies in the project. */
  get packageFolder(): string {
    return join(this.folder, 'node_modules', '@parley', 'client');
  }

  /** `source` is what npm installs: a path or an address. */
  static async create(source = tarball): Promise<InstalledPackage> {
    await run(process.execPath, [join(repository, 'scripts', 'build-sdk.ts'), '--if-stale']);
    const home = makeFolder('parley-client-');
    const installed = new InstalledPackage(home);
    await mkdir(installed.folder);
    await installed.write('package.json', '{"type":"module","private":true}');
    const alone = ['--registry', 'http://127.0.0.1:9/', '--cache', join(home, 'cache')];
    const command = ['install', source, ...alone, '--no-audit', '--no-fund', '--fetch-retries=0'];
    await run('npm', command, { cwd: installed.folder });
    return installed;
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
