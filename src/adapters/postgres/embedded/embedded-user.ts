import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { StartFailure } from '#core/shared/start-failure.ts';

/** The user that runs PostgreSQL, because PostgreSQL refuses to run as root. */
export interface PostgresUser {
  /**
   * - `self`: this process's own user, mapped to one with a name where it has none
   * - `namespace`: root, mapped to user 1000 inside a namespace: may enter root's folders and owns root's files
   * - `system`: another user of this machine
   */
  readonly kind: 'self' | 'namespace' | 'system';
  readonly name: string;
  /** Program and arguments to put in front of the command. */
  readonly prefix: readonly string[];
  /** The owner that the files must have, as seen from this process. */
  readonly uid: number;
  readonly gid: number;
}

/** `userNamespaces: false` avoids them even where the kernel allows them. */
export async function choosePostgresUser(options: { userNamespaces: boolean }): Promise<PostgresUser> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) {
    const self: PostgresUser = { kind: 'self', name: String(uid), prefix: [], uid, gid };
    return hasName() || !options.userNamespaces ? self : withName(self);
  }

  const namespace: PostgresUser = {
    kind: 'namespace',
    name: 'root',
    prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
    uid,
    gid,
  };
  if (options.userNamespaces && (await succeeds(namespace, ['true']))) return namespace;
  return systemUser();
}

export function canReach(user: PostgresUser, path: string): Promise<boolean> {
  if (user.kind === 'self') return Promise.resolve(true);
  return succeeds(user, ['test', '-r', path, '-a', '-x', path]);
}

/** Program, arguments and identity for spawn(). */
export function commandOf(user: PostgresUser, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...user.prefix, program, ...args];
  const identity = user.kind === 'system' ? { uid: user.uid, gid: user.gid } : {};
  return { program: first, args: rest, identity };
}

async function systemUser(): Promise<PostgresUser> {
  const found = await findSystemUser();
  if (found !== null) return { kind: 'system', prefix: [], ...found };
  throw new StartFailure(
    'PostgreSQL does not run as root, and no other user was found: start Parley as another user',
  );
}

/** A platform may start containers under an id without an entry in /etc/passwd, and initdb asks for the name. */
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The same user inside a namespace, where it has the name of a system user; unchanged where there is none. */
async function withName(self: PostgresUser): Promise<PostgresUser> {
  const named = await findSystemUser();
  if (named === null) return self;
  const prefix = ['unshare', '--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`];
  const mapped = { ...self, prefix };
  return (await succeeds(mapped, ['true'])) ? mapped : self;
}

async function findSystemUser(): Promise<Pick<PostgresUser, 'name' | 'uid' | 'gid'> | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid !== undefined && gid !== undefined) return { name: wanted, uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function succeeds(user: PostgresUser, [name = '', ...rest]: readonly string[]): Promise<boolean> {
  const { program, args, identity } = commandOf(user, name, rest);
  return new Promise((resolve) => {
    execFile(program, args, { ...identity, cwd: '/' }, (error) => resolve(error === null));
  });
}
