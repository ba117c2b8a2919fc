import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '#test/machine/make-folder.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { onFreePort, startProcess, startService, type TestService } from '#test/world/process.ts';
import { configureHaproxy } from './haproxy.ts';
import { askThrough, type Broken } from './load.ts';

const requests = 20_000;
const senders = 24;
const settleMs = 2_000;

test('two processes behind haproxy restart in turn under load, and no request breaks', {
  timeout: 900_000,
}, async (t) => {
  await using parts = new AsyncDisposableStack();
  // Gives the database, the provider and the partner; its own process is not behind the balancer.
  const api = parts.use(await openApi());
  const partner = await api.partner({ model: 'openai/mock:deltas=4,pace=20' });
  const pair = parts.use(await startPair(api));
  const { port, log } = await startBalancer(pair.ports, parts);
  const load = { sent: 0, broken: [] as Broken[] };
  const isDone = () => load.sent >= requests || load.broken.length > 0;
  const sending = Array.from({ length: senders }, (_, index) =>
    sendUntil(isDone, index, port, partner, load),
  );
  let restarts = 0;
  while (!isDone()) {
    await pair.restart(restarts % 2);
    // The balancer probes the new process before the other one leaves.
    await delay(settleMs);
    restarts++;
  }
  await Promise.all(sending);
  t.diagnostic(`${load.sent} requests, ${restarts} restarts`);
  assert.deepEqual(load.broken, [], log());
  assert.ok(restarts >= 4, 'too few restarts to show anything');
});

interface Pair extends AsyncDisposable {
  readonly ports: readonly number[];
  restart(index: number): Promise<void>;
}

async function startPair(api: Api): Promise<Pair> {
  const env = { ...api.environment, PARLEY_SHUTDOWN_DELAY: '' };
  const running: TestService[] = [await startService({ env }), await startService({ env })];
  const ports = running.map(({ port }) => port);
  return {
    ports,
    restart: async (index) => {
      const [old, port] = [running[index] ?? assert.fail(), ports[index]];
      old.kill();
      assert.deepEqual(await old.exited, { code: 0, signal: null });
      await old[Symbol.asyncDispose]();
      running[index] = await startService({ env: { ...env, PORT: String(port) } });
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(running.map((service) => service[Symbol.asyncDispose]()));
    },
  };
}

async function startBalancer(
  upstreams: readonly number[],
  parts: AsyncDisposableStack,
): Promise<{ readonly port: number; log(): string }> {
  const folder = makeFolder('parley-haproxy-');
  parts.defer(() => rm(folder, { recursive: true }));
  return onFreePort(async (port) => {
    const [program, ...args] = await configureHaproxy(folder, port, upstreams);
    const started = parts.use(startProcess(program, args, { cwd: folder }));
    const failed = started.exited.then(({ code }) =>
      assert.fail(`${program} ended with ${code}: ${started.stderr()}`),
    );
    failed.catch(() => undefined);
    await Promise.race([untilAnswered(port), failed]);
    return {
      port,
      log: () => started.stdout() + started.stderr(),
    };
  });
}

async function untilAnswered(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null);
    await answer?.text();
    if (answer?.status === 200) return;
  }
}

async function sendUntil(
  isDone: () => boolean,
  index: number,
  port: number,
  partner: Partner,
  load: { sent: number; readonly broken: Broken[] },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = index; !isDone(); count++) {
    const broken = await askThrough({
      agent,
      port,
      partner,
      user: `user-${index}`,
      count,
      text: mockText(4),
    });
    load.sent++;
    if (broken !== null) load.broken.push(broken);
  }
  agent.destroy();
}
