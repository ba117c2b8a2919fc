import { mkdirSync } from 'node:fs';
import { startProcess, type TestProcess } from '../../test/support/world/process.ts';
import type { ImageConfig } from './image-store.ts';

export interface Container {
  /** The files of the image. */
  readonly root: string;
  readonly config: ImageConfig;
  /** Path in the image → folder of this machine. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs the image as its configuration says: as its user, with nothing of this machine's environment, in a mount
 * namespace where only its volumes and an empty /tmp can be written to. The process is the image's program itself, so
 * signals reach it.
 */
export function runImage(
  { root, config, volumes, env }: Container,
  args: readonly string[] = config.Cmd,
): TestProcess {
  for (const path of Object.keys(volumes)) mkdirSync(`${root}${path}`, { recursive: true });
  const binds = Object.entries(volumes).map(([path, folder]) => `mount --bind ${folder} ${root}${path}`);
  const steps = [
    'set -e',
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    ...binds,
    `mount -o remount,bind,ro ${root}`,
    `cd ${root}`,
    'exec "$@"',
  ];
  const settings = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const inside = [
    'chroot',
    `--userspec=${config.User}`,
    root,
    '/usr/bin/env',
    '-i',
    `-C${config.WorkingDir}`,
  ];
  const program = [...inside, ...settings, ...config.Entrypoint, ...args];
  return startProcess('unshare', ['--mount', 'sh', '-c', steps.join('\n'), 'sh', ...program]);
}
