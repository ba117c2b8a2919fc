import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireRoot, requireTools, run } from '../shipping/tools.ts';
import { type Machine, machines } from './machines.ts';
import { makeRoot } from './make-root.ts';
import { readPackages } from './readme-packages.ts';
import { authorityPath, type RunningMachine, startMachine } from './run-inside.ts';

/**
 * Runs README's two commands on machines that hold nothing but Debian's smallest system, Node, npm, the packages that
 * README names and a clone of the last commit; changes that are not committed are not in it.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
});
/** What the machine under test has to be rid of when this script is interrupted. */
let current: AsyncDisposableStack | undefined;

const chosen = machines.filter(({ name }) => values.only === undefined || values.only.includes(name));
if (values.list) console.log(machines.map(({ name }) => name).join('\n'));
else if (chosen.length === 0)
  fail(`No machine has this name. Those that there are: npm run test:machine -- --list`);
else await tryMachines();

async function endEarly(): Promise<void> {
  await current?.disposeAsync();
  process.exit(130);
}

interface Step {
  readonly name: string;
  readonly command: string;
}

interface Outcome {
  readonly machine: string;
  readonly step: string;
  readonly seconds: number;
  readonly passed: boolean;
  readonly lastLines: string;
}

async function tryMachines(): Promise<void> {
  requireRoot('the machines are folders with namespaces of their own');
  requireTools({
    mmdebstrap: 'mmdebstrap',
    git: 'git',
    ip: 'iproute2',
    unshare: 'util-linux',
    nsenter: 'util-linux',
    setpriv: 'util-linux',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endEarly());
  const outcomes: Outcome[] = [];
  for (const machine of chosen) outcomes.push(...(await tryMachine(machine)));
  for (const outcome of outcomes) console.log(describe(outcome));
  const failed = outcomes.filter(({ passed }) => !passed).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

async function tryMachine(machine: Machine): Promise<readonly Outcome[]> {
  await using parts = new AsyncDisposableStack();
  current = parts;
  const root = join(parts.use(openFolder()).path, 'root');
  mkdirSync(root);
  const packages = readPackages(readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8'));
  makeRoot(machine, packages, root);
  trustRegistry(root);
  console.log(`\n${machine.name}: ${installedIn(root)}`);
  const registry = run('npm', ['config', 'get', 'registry']).trim();
  const running = parts.use(await startMachine(machine, root, registry));
  const outcomes: Outcome[] = [];
  for (const step of stepsOf(machine)) {
    const outcome = await tryStep(machine, running, step);
    outcomes.push(outcome);
    if (!outcome.passed) break;
  }
  return outcomes;
}

/** A failed `npm ci` leaves nothing to try. */
function stepsOf({ tests }: Machine): readonly Step[] {
  const install = { name: 'npm ci', command: 'npm ci' };
  const start = { name: 'npm start', command: 'node_modules/.bin/node scripts/machine/try-service.ts' };
  if (tests === 'all') return [install, start, { name: 'npm test', command: 'npm test' }];
  return [
    install,
    start,
    { name: 'unit tests', command: 'npm run test:unit' },
    {
      name: 'the packed release',
      command: [
        'node_modules/.bin/node scripts/shipping/pack-release.ts',
        // Where no folder of its own can be used, the start before has made its first partner there.
        'rm --recursive --force /var/lib/parley',
        'mkdir ~/release',
        'tar --extract --file dist/release/parley-*.tar.gz --directory="$HOME/release" --strip-components=1',
        'cd ~/release',
        'npm ci --omit=dev',
        '../parley/node_modules/.bin/node ../parley/scripts/machine/try-service.ts',
      ].join(' && '),
    },
    {
      name: 'one file of the browser',
      command: [
        'node_modules/.bin/node scripts/ensure-browser.ts',
        'node_modules/.bin/node scripts/test.ts test/browser/chat.test.ts',
      ].join(' && '),
    },
  ];
}

async function tryStep(machine: Machine, running: RunningMachine, { name, command }: Step): Promise<Outcome> {
  const started = performance.now();
  let output = '';
  console.log(`\n${machine.name}: ${command}`);
  const code = await running.run(command, (piece) => {
    output += piece;
    process.stdout.write(piece);
  });
  return {
    machine: machine.name,
    step: name,
    seconds: Math.round((performance.now() - started) / 1_000),
    passed: code === 0,
    lastLines: output.trimEnd().split('\n').slice(-8).join('\n'),
  };
}

function describe({ machine, step, seconds, passed, lastLines }: Outcome): string {
  const title = `${passed ? 'ok  ' : 'FAIL'} ${machine.padEnd(22)} ${step.padEnd(24)} ${seconds} s`;
  return `${title}\n${lastLines.replaceAll(/^/gm, '       ')}`;
}

function installedIn(root: string): string {
  const list = run('chroot', [root, 'dpkg', '--get-selections'])
    .replaceAll(/\s+install\n/g, ' ')
    .trim();
  const versions = ['node', 'npm'].map(
    (name) => `${name} ${run('chroot', [root, name, '--version']).trim()}`,
  );
  return `${versions.join(', ')}; ${list.split(' ').length} packages: ${list}`;
}

function trustRegistry(root: string): void {
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  if (authority === undefined || !existsSync(authority)) return;
  const path = join(root, authorityPath);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(authority, path);
  chmodSync(path, 0o644);
}

function openFolder() {
  const path = mkdtempSync(join(tmpdir(), 'parley-machine-'));
  chmodSync(path, 0o755);
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, [Symbol.dispose]: remove };
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
