import { join } from 'node:path';
import { startProcess, type TestProcess } from '../../test/support/world/process.ts';
import type { Machine } from './machines.ts';
import { homeOf, ordinaryUser } from './make-root.ts';
import { openRegistryProxy } from './registry-relay.ts';

const relayPort = 3128;

/** Where the machine finds the authority that signs for this machine's registry, when it has one of its own. */
export const authorityPath = '/usr/local/share/registry.crt';

/** A machine that runs commands one after the other, each in processes and mounts of its own. */
export interface RunningMachine extends AsyncDisposable {
  run(command: string, onPiece: (piece: string) => void): Promise<number | null>;
}

/** Disposing of it ends every process of the machine. */
export async function startMachine(
  machine: Machine,
  root: string,
  registry: string,
): Promise<RunningMachine> {
  await using parts = new AsyncDisposableStack();
  const socket = join(root, '..', 'registry.sock');
  parts.use(await openRegistryProxy(socket));
  const network = parts.use(startNetwork(socket));
  await network.printed(/relaying/);
  const move = parts.move();
  return {
    async run(command, onPiece) {
      const inside = move.use(startInside(machine, root, registry, network.pid, command, onPiece));
      return (await inside.exited).code;
    },
    [Symbol.asyncDispose]: () => move.disposeAsync(),
  };
}

/** A network with nothing but loopback, which lives as long as the relay in it. */
function startNetwork(socket: string): TestProcess {
  const relay = [process.execPath, join(import.meta.dirname, 'relay.ts'), socket, String(relayPort)];
  const script = 'ip link set lo up && exec "$@"';
  return startProcess('unshare', [
    '--net',
    'setpriv',
    '--pdeathsig',
    'KILL',
    'sh',
    '-c',
    script,
    'sh',
    ...relay,
  ]);
}

function startInside(
  machine: Machine,
  root: string,
  registry: string,
  network: number,
  command: string,
  onPiece: (piece: string) => void,
): TestProcess {
  const inside = [
    ...asUser(machine),
    'env',
    '-i',
    ...settings(machine, registry),
    'sh',
    '-c',
    session(machine, command),
  ];
  return startProcess(
    'nsenter',
    [
      `--net=/proc/${network}/ns/net`,
      ...['unshare', '--mount', '--pid', '--fork', '--kill-child'],
      ...['sh', '-c', mounts(machine, root), 'sh', ...inside],
    ],
    { onPiece },
  );
}

/** A process in a chroot may not make user namespaces; one whose root is that of its mounts may. */
function mounts({ namespaces }: Machine, root: string): string {
  return [
    'set -e',
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount -t sysfs -o ro sysfs ${root}/sys`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs -o mode=1777,size=${namespaces ? '8g' : '64m'} tmpfs ${root}/dev/shm`,
    `cd ${root}`,
    ...(namespaces
      ? ['mkdir -p .outside', 'pivot_root . .outside', 'umount -l /.outside', 'cd /', '"$@"']
      : ['chroot . "$@"']),
  ].join('\n');
}

function asUser({ user }: Machine): readonly string[] {
  const id = String(ordinaryUser);
  return user === 'root' ? [] : ['setpriv', '--reuid', id, '--regid', id, '--clear-groups'];
}

/** Neither a language nor anything else of this machine's environment. */
function settings({ user }: Machine, registry: string): readonly string[] {
  return [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    `HOME=${homeOf(user)}`,
    `npm_config_registry=${registry}`,
    `npm_config_https_proxy=http://127.0.0.1:${relayPort}`,
    'npm_config_noproxy=localhost,127.0.0.1',
    ...(process.env['NODE_EXTRA_CA_CERTS'] === undefined ? [] : [`NODE_EXTRA_CA_CERTS=${authorityPath}`]),
  ];
}

/** Fails where a process that the command started is still there. */
function session({ umask }: Machine, command: string): string {
  return `exec 2>&1; umask ${umask}; cd ~/parley; ${command}
code=$?
for process in /proc/[0-9]*; do
  case "$process" in /proc/1|/proc/$$) continue ;; esac
  [ "$(sed -n 's/^State:.\\(.\\).*/\\1/p' "$process/status" 2>/dev/null)" = Z ] && continue
  left=$(tr '\\0' ' ' < "$process/cmdline" 2>/dev/null)
  case "$left" in ''|'sh -c'*|'tr '*|'sed '*) continue ;; esac
  echo "left running: $left"; code=1
done
exit $code`;
}
