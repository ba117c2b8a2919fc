import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Break } from '#test/break.ts';
import { temporaryFolder } from '#test/database/embedded-folders.ts';
import { processesOf } from '#test/machine/processes.ts';
import { freePort, installedProgram, startProcess } from '#test/world/process.ts';

const node = process.execPath;

const hasNamespaces = works(['unshare', '--user', '--map-user=1000']);

/** A command in front of the service that takes its network away; null where the kernel allows none. */
const offline =
  [
    ['unshare', '--net'],
    ['unshare', '--user', '--map-current-user', '--net'],
  ].find(works) ?? null;

describe('the service starts, and leaves nothing running at its stop, in a locale', () => {
  const kinds: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['that is not set', {}],
    ['POSIX', { LANG: 'POSIX', LC_ALL: 'POSIX' }],
    ['de_DE.UTF-8, whether or not it is installed', { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }],
    ['that does not exist', { LANG: 'xx_YY.NONE@none', LC_ALL: 'xx_YY.NONE@none', LANGUAGE: '@' }],
  ];
  for (const [kind, env] of kinds) {
    it(kind, async (t) => {
      await startsAndStops(join(await temporaryFolder(t), 'data'), [node], env);
    });
  }
});

describe('the service under a umask', () => {
  for (const umask of ['000', '077']) {
    it(`of ${umask} keeps all of its files to itself`, async (t) => {
      const dataFolder = join(await temporaryFolder(t), 'data');
      await startsAndStops(dataFolder, ['sh', '-c', `umask ${umask}; exec "$0" "$@"`, node]);
      const open: string[] = [];
      for (const name of await readdir(dataFolder, { recursive: true })) {
        const { mode } = await stat(join(dataFolder, name));
        if ((mode & 0o077) !== 0) open.push(`${name} ${(mode & 0o777).toString(8)}`);
      }
      assert.deepEqual(open, []);
      // Without user namespaces, root lets PostgreSQL's user pass through.
      assert.equal((await stat(dataFolder)).mode & 0o066, 0);
    });
  }
});

describe('the service of a user id without a name', () => {
  it('starts where user namespaces are allowed, and else says what to do', async (t) => {
    const { dataFolder, as } = await nameless(t);
    if (hasNamespaces) return startsAndStops(dataFolder, [...as, node]);
    await saysWhatToDo(dataFolder, as);
  });

  it('says what to do where a name cannot be given to it', async (t) => {
    const { dataFolder, as } = await nameless(t);
    // There is no unshare(1) on this path.
    await saysWhatToDo(dataFolder, [...as, 'env', 'PATH=/nowhere']);
  });
});

if (offline !== null)
  describe('the service on a machine whose interfaces are all down', () => {
    it('starts, and leaves nothing running at its stop', async (t) => {
      await startsAndStops(join(await temporaryFolder(t), 'data'), [...offline, node]);
    });
  });

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true']).status === 0;
}

/** A command in front of the service that gives it a user id which no machine has in /etc/passwd. */
async function nameless(t: TestContext) {
  const id = 54_321;
  const dataFolder = join(await temporaryFolder(t), 'data');
  if (hasNamespaces)
    return { dataFolder, as: ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`] };
  await mkdir(dataFolder);
  await chown(dataFolder, id, id);
  return { dataFolder, as: ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups'] };
}

async function saysWhatToDo(dataFolder: string, as: readonly string[]): Promise<void> {
  await using service = await serve(dataFolder, [...as, node]);
  assert.equal((await service.exited).code, 1, service.stderr());
  assert.match(
    service.stderr(),
    /^parley: User 54321 of this process has no entry in \/etc\/passwd, .* in \S+: add one, start Parley as .*\n$/,
  );
  assert.deepEqual(processesOf(dataFolder), []);
  assert.deepEqual(
    (await readdir(join(dataFolder, 'postgres'))).filter((name) => /data/.test(name)),
    [],
  );
}

async function startsAndStops(
  dataFolder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await using service = await serve(dataFolder, command, env);
  await service.printed(/Parley is ready/);
  assert.notDeepEqual(processesOf(dataFolder), []);
  service.kill('SIGTERM');
  assert.deepEqual(await service.exited, { code: 0, signal: null });
  assert.equal(service.stderr(), '');
  assert.deepEqual(processesOf(dataFolder), []);
}

async function serve(
  dataFolder: string,
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return startProcess(program, [...args, installedProgram, 'serve'], {
    cwd: '/',
    env: { HOST: '127.0.0.1', PORT: String(await freePort()), PARLEY_DATA_DIR: dataFolder, ...env },
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'The log of PostgreSQL is closed to other users, whatever the umask',
    file: 'src/adapters/postgres/embedded/embedded-postmaster.ts',
    replace: "open(logFile, 'a', 0o600)",
    by: "open(logFile, 'a')",
  },
  {
    rule: 'A user id without a name is given one where user namespaces are allowed',
    file: 'src/adapters/postgres/embedded/embedded-user.ts',
    replace: 'hasName() || !options.userNamespaces ? self : withName(self)',
    by: 'self',
  },
  {
    rule: 'Where a user id cannot be given a name, the start says what to do',
    file: 'src/adapters/postgres/embedded/embedded-failure.ts',
    replace: '/could not look up effective user ID/',
    by: '/could not look up the effective user ID/',
  },
];
