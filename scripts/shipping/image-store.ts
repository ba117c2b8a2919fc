import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cached, run } from './tools.ts';

/** What an image says about how it is run. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
}

const debian = 'trixie';
const base = 'localhost/parley-base';
const builder = 'localhost/parley-builder';

/**
 * Images in a folder of their own, which is removed with them. Everything runs in a chroot, so no engine and no
 * kernel module is needed.
 */
export class ImageStore implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-images-'));

  /** Debian's base system, and one with the Node and npm of this machine that can install packages. */
  makeBases(): void {
    const tar = cached(`base-${debian}.tar`, (draft) => {
      // The name tells mmdebstrap the format.
      run('mmdebstrap', ['--variant=minbase', '--format=tar', debian, draft]);
    });
    this.#commit(base, 'scratch', (container) => this.#buildah('add', container, tar, '/'));
    this.#commit(builder, base, (container) => {
      this.#buildah('copy', container, process.execPath, '/usr/local/bin/node');
      this.#buildah('copy', container, npmFolder(), '/usr/local/lib/node_modules/npm');
      const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
      this.#buildah('run', '--isolation=chroot', container, '--', 'sh', '-c', link);
      const { NODE_EXTRA_CA_CERTS: authority } = process.env;
      if (authority === undefined) return;
      this.#buildah('copy', container, authority, '/usr/local/share/registry.crt');
      this.#buildah('config', '--env=NODE_EXTRA_CA_CERTS=/usr/local/share/registry.crt', container);
    });
  }

  build(root: string, tag: string): void {
    const npmrc = join(this.#folder, 'npmrc');
    writeFileSync(npmrc, `registry=${run('npm', ['config', 'get', 'registry']).trim()}\n`);
    this.#buildah(
      ...['build', '--isolation=chroot', '--layers=false', `--tag=${tag}`],
      ...[`--build-arg=BASE=${base}`, `--build-arg=BUILDER=${builder}`, `--secret=id=npmrc,src=${npmrc}`],
      ...[`--file=${join(root, 'deploy', 'Containerfile')}`, root],
    );
  }

  config(tag: string): ImageConfig {
    const { OCIv1 }: { OCIv1: { config: ImageConfig } } = JSON.parse(
      this.#buildah('inspect', '--type=image', tag),
    );
    return OCIv1.config;
  }

  /** The files of the image, as a folder. */
  mount(tag: string): string {
    const container = this.#buildah('from', '--pull-never', tag).trim();
    return this.#buildah('mount', container).trim();
  }

  [Symbol.dispose](): void {
    this.#buildah('umount', '--all');
    this.#buildah('rm', '--all');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #commit(tag: string, from: string, fill: (container: string) => void): void {
    const pull = from === 'scratch' ? [] : ['--pull-never'];
    const container = this.#buildah('from', ...pull, from).trim();
    fill(container);
    this.#buildah('commit', '--rm', container, tag);
  }

  #buildah(...args: string[]): string {
    const store = [`--root=${this.#folder}/images`, `--runroot=${this.#folder}/run`, '--storage-driver=vfs'];
    return run('buildah', [...store, ...args], { TMPDIR: this.#folder });
  }
}

function npmFolder(): string {
  const npm = run('sh', ['-c', 'readlink -f "$(command -v npm)"']).trim();
  return dirname(dirname(npm));
}
