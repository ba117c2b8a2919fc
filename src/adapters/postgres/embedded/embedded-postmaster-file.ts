import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The content of PostgreSQL's lock file `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** Empty when the server listens on no socket. */
  readonly socketFolder: string;
  readonly status: string;
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return parse(text, cluster);
}

function parse(text: string, cluster: string): PostmasterFile {
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n');
  // A copied data folder contains the original's file, so the path in it is not trusted.
  const ownFolder = socketFolder === '' ? '' : runFolderOf(cluster);
  return { pid: Number(pid), port: Number(port), socketFolder: ownFolder, status: status.trim() };
}

/** The folder of the socket, next to the cluster in its home. */
export function runFolderOf(cluster: string): string {
  return join(dirname(cluster), 'run');
}

/** Whether the process in the file is alive and serves this cluster. */
export async function isPostmasterAlive(cluster: string, file: PostmasterFile): Promise<boolean> {
  if (serves(await commandLineOf(file.pid), cluster)) return true;
  // The process may run in another container on the same volume, where it is invisible but its socket answers.
  return file.socketFolder !== '' && answers(socketPath(file.socketFolder, file.port));
}

/** The id of this cluster's postmaster on this machine, for a process that cannot wait any more; null without one. */
export function findPostmasterNow(cluster: string): number | null {
  try {
    const { pid } = parse(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), cluster);
    return serves(commandLineNow(pid), cluster) ? pid : null;
  } catch {
    return null;
  }
}

export function socketPath(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/**
 * After a crash or a container restart, the process id in the file may belong to another program, and PostgreSQL
 * would refuse to start. The file is kept, with an id that no process can have, because its other lines let
 * PostgreSQL find backends that outlived their postmaster.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  const impossiblePid = 2_147_483_647;
  // Overwritten in place, to keep its owner.
  await writeFile(path, [impossiblePid, ...rest].join('\n'));
}

function serves(commandLine: string, cluster: string): boolean {
  return commandLine.includes('postgres -D ') && commandLine.includes(` -D ${cluster} `);
}

function commandLineNow(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

/** Empty when there is no such process, or when it is a zombie. */
async function commandLineOf(pid: number): Promise<string> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return '';
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch (error) {
    // A process with too many open files, for example, cannot tell whether the other one is alive.
    if (isOutOfFiles(error)) throw error;
    return '';
  }
}

function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
