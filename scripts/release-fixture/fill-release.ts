import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormBrowser } from '../../test/support/browser/form-browser.ts';
import { startMockProvider } from '../../test/support/mock/mock-provider.ts';
import type { Release, ReleaseContents } from '../../test/support/upgrade/release.ts';
import { startReceiver } from '../../test/support/webhooks/receiver.ts';
import { startService } from '../../test/support/world/process.ts';
import { ReleaseUser } from './release-user.ts';
import { useFeatures } from './use-features.ts';

const secret = 'the master secret of a release that is kept';
const signIn = { tenant: 'alpha', email: 'ada@example.com', password: 'correct horse battery staple' };

/** Runs the release on the database, lets partners and people use every feature, and kills it while jobs are running. */
export async function fillRelease(
  release: Release,
  databaseUrl: string,
): Promise<Omit<ReleaseContents, 'version' | 'commit' | 'migrations'>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-fill-'));
  await using parts = new AsyncDisposableStack();
  parts.defer(() => rm(folder, { recursive: true }));
  const provider = parts.use(await startMockProvider());
  const receiver = parts.use(await startReceiver());
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify({ limits: { first_byte_ms: 600_000, idle_ms: 600_000 } }));
  const env = {
    DATABASE_URL: databaseUrl,
    PARLEY_SECRET: secret,
    PARLEY_CONFIG: config,
    PARLEY_MODEL: 'openai/mock',
    PARLEY_WORKER_SLOTS: '2',
    PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8',
    OPENAI_API_KEY: 'sk-mock-provider-key',
    OPENAI_BASE_URL: provider.baseUrl,
  };
  const operator = operatorOf(release, env);
  const service = await startService({ main: release.main, env });

  const clients = createClients(operator);
  const user = (key: string, id: string) => new ReleaseUser(service, key, id);
  const anna = user(clients.alpha, 'anna');
  const unusual = user(clients.alpha, 'ünï çödé/🦊 %25');
  const ben = user(clients.beta, 'anna');
  await anna.useEverything();
  await useFeatures(anna, receiver);
  await unusual.talk('Grüße, 世界 🌍');
  await ben.useUpTo(2);
  await failOnce(user(clients.failing, 'carl'));
  await signInAndTalk(service.port);
  operator('client', 'revoke', 'gone');
  operator('client', 'rotate-key', 'rotated');
  operator('operator', 'link');

  const owners = await Promise.all(
    [anna, unusual, ben, user(clients.failing, 'carl')].map((one) => one.contents()),
  );
  const left = await leaveWork(user(clients.stalled, 'dora'));
  service.kill('SIGKILL');
  await service.exited;
  return { secret, owners, revokedKey: clients.gone, signIn, left };
}

type Operator = (...words: readonly string[]) => Readonly<Record<string, unknown>>;

function operatorOf(release: Release, env: Readonly<Record<string, string>>): Operator {
  return (...words) => {
    const ran = spawnSync(process.execPath, [release.main, ...words, '--json'], {
      env: { PATH: process.env['PATH'], ...env },
      input: signIn.password,
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(`${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
    return JSON.parse(ran.stdout);
  };
}

function createClients(operator: Operator) {
  const create = (slug: string, ...options: readonly string[]) =>
    String(operator('client', 'create', slug, ...options)['api_key']);
  const everything = [
    '--subscription',
    'active',
    '--deep-dive',
    'on',
    '--scopes',
    'chat,webhooks,user-data,admin:clients,admin:usage',
    '--retention-days',
    '3650',
  ];
  const limited = [
    '--user-requests',
    '40',
    '--user-priority',
    '5',
    '--user-deep-dive',
    '5',
    '--burst',
    '600',
  ];
  const keys = {
    alpha: create(
      'alpha',
      '--name',
      'Alpha & Söhne',
      '--origins',
      'https://alpha.example',
      ...everything,
      ...limited,
    ),
    beta: create('beta', '--daily-limit', '2'),
    failing: create('failing', '--model', 'openai/mock:status=400'),
    stalled: create('stalled', '--model', 'openai/mock:stall=3', '--concurrent', '50'),
    gone: create('gone'),
    rotated: create('rotated'),
  };
  operator('user', 'create', signIn.tenant, signIn.email, '--admin', '--password-stdin');
  operator('user', 'create', signIn.tenant, 'first-password@example.com');
  operator('user', 'create', signIn.tenant, 'shut-out@example.com', '--password-stdin');
  operator('user', 'disable', signIn.tenant, 'shut-out@example.com');
  return keys;
}

/** The provider refuses: the turn fails, and its charge is refunded. */
async function failOnce(user: ReleaseUser): Promise<void> {
  const response = await user.send('/stream', { prompt: 'This cannot be answered' });
  if (response.status !== 422) throw new Error(`it was to fail: ${response.status}`);
}

async function signInAndTalk(port: number): Promise<void> {
  const browser = new FormBrowser(port);
  const page = await browser.follow(await browser.post(`http://login.localhost:${port}/`, signIn));
  const tenant = new URL(page.url).origin;
  for (const answer of [
    await browser.sendJson(`${tenant}/chat/stream`, 'POST', { prompt: 'From the hosted page' }),
    await browser.sendJson(`${tenant}/account/api/brand`, 'PATCH', { greeting: 'Grüß Gott!' }),
  ]) {
    if (answer.status !== 200) throw new Error(`the page was refused: ${answer.status} ${answer.text}`);
  }
}

/** Two running jobs with some of their text, and three waiting ones, one of them for its conversation. */
async function leaveWork(user: ReleaseUser): Promise<ReleaseContents['left']> {
  const first = await user.enqueue({ prompt: 'Runs when the service dies' });
  const second = await user.enqueue({ prompt: 'Runs, too', options: { priority: 'priority' } });
  const running = [first.job_uuid, second.job_uuid];
  for (const id of running) await user.untilTextOf(id);
  const behind = { prompt: 'Waits for its conversation', conversation_uuid: first.conversation_uuid };
  const waiting = [
    behind,
    { prompt: 'Waits' },
    { prompt: 'Waits, but not long', options: { priority: 'priority' } },
  ];
  const queued: string[] = [];
  for (const body of waiting) queued.push((await user.enqueue(body)).job_uuid);
  return { key: user.key, user: user.user, running, queued };
}
