import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

interface Asked {
  readonly response: IncomingMessage;
  /** Whether an earlier request came by the same connection. */
  readonly isReused: boolean;
}

/** One connection of a client that keeps it. */
function keptConnection(api: Api, partner: Partner) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (path: string, body?: object): Promise<Asked> => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${partner.key}`, 'content-type': 'application/json' };
    const sent = request(`${api.urlOf()}${path}`, { agent, method, headers });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(sent, 'response');
    return { response, isReused: sent.reusedSocket };
  };
}

/** Without a key, on a connection of its own. */
async function healthOf(api: Api): Promise<{ status: number; body: object } | 'refused'> {
  try {
    const response = await fetch(`${api.urlOf()}/health`, { headers: { connection: 'close' } });
    return { status: response.status, body: Object(await response.json()) };
  } catch {
    return 'refused';
  }
}

async function untilHealth(api: Api, wanted: number | 'refused') {
  for (;;) {
    const health = await healthOf(api);
    if (health === wanted || (health !== 'refused' && health.status === wanted)) return health;
    if (health === 'refused') assert.fail('it stopped before');
  }
}

async function connectionAfter({ response }: Asked): Promise<string | undefined> {
  assert.equal(response.statusCode, 200);
  await readText(response);
  return response.headers.connection;
}

describe('A stop behind a balancer', () => {
  test('fails health first, answers on every connection meanwhile, and resets none that a client was told is kept', async () => {
    await using api = await openApi({ env: { PARLEY_SHUTDOWN_DELAY: '2' } });
    const partner = await api.partner({ model: 'openai/mock:deltas=30,pace=100' });
    const connection = () => keptConnection(api, partner);
    const [quiet, short, long] = [connection(), connection(), connection()];
    assert.equal(await connectionAfter(await quiet('/providers')), 'keep-alive');
    const streams = [await long('/stream', chatBody())];
    api.provider.enqueue({ deltas: 10, paceMs: 100 });
    streams.push(await short('/stream', chatBody()));
    for (const { response } of streams) assert.equal(response.headers.connection, 'keep-alive');
    const [answer, shortAnswer] = streams.map(({ response }) => readText(response));

    api.serviceOf().kill();
    const health = await untilHealth(api, 503);
    const { version, ...rest } = Object(health).body;
    assert.deepEqual([typeof version, rest], ['string', { ok: false, status: 'fail' }]);
    const asked = await quiet('/providers');
    assert.ok(asked.isReused);
    assert.equal(await connectionAfter(asked), 'close');
    assert.equal(await connectionAfter(await quiet('/providers')), 'close', 'a new connection');

    // Clients may take their time before they use a connection again.
    assert.equal(await shortAnswer, mockText(10));
    await untilHealth(api, 'refused');
    assert.equal(await connectionAfter(await short('/providers')), 'close');
    assert.equal(await answer, mockText(30));
    await delay(500);
    const afterwards = await long('/providers');
    assert.ok(afterwards.isReused);
    assert.equal(await connectionAfter(afterwards), 'close');
    assert.deepEqual(await api.serviceOf().exited, { code: 0, signal: null });
  });

  test('asks for the close of a connection whose answer begins after the signal', async () => {
    await using api = await openApi({ env: { PARLEY_SHUTDOWN_DELAY: '1' } });
    const partner = await api.partner();
    const head = Promise.withResolvers<void>();
    api.provider.enqueue({ headOn: head.promise });
    const answered = keptConnection(api, partner)('/stream', chatBody());
    await api.provider.waitForCall(1);
    api.serviceOf().kill();
    await untilHealth(api, 503);
    head.resolve();
    assert.equal(await connectionAfter(await answered), 'close');
  });

  test('takes two seconds more where another process serves the same database', async () => {
    await using api = await openApi({ processes: 2, env: { PARLEY_SHUTDOWN_DELAY: '' } });
    const before = performance.now();
    api.serviceOf(0).kill();
    assert.deepEqual(await api.serviceOf(0).exited, { code: 0, signal: null });
    const first = performance.now();
    assert.ok(first - before >= 2_000, `it stopped after ${first - before} ms`);
    api.serviceOf(1).kill();
    assert.deepEqual(await api.serviceOf(1).exited, { code: 0, signal: null });
    assert.ok(performance.now() - first < 2_000, 'one that is alone waits for nobody');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Health fails before a stop',
    file: 'src/http/handlers/health.ts',
    replace: `if (isStopping()) return send({ status: 503, body: presentStopping(version) }, reply);
      if`,
    by: 'if',
  },
  {
    rule: 'An answer that begins after the signal closes its connection',
    file: 'src/http/server/shutdown.ts',
    replace: 'if (this.#announced) askToClose(response);',
    by: '',
  },
  {
    rule: 'An answer that was asked for before the signal, and begins after it, closes its connection',
    file: 'src/http/server/shutdown.ts',
    replace: 'for (const response of this.#open) askToClose(response);',
    by: '',
  },
  {
    rule: 'Connections that a client may still use stay open when no more are accepted',
    file: 'src/http/server/shutdown.ts',
    replace: 'SocketServer.prototype.close.call(server);',
    by: 'server.close();',
  },
  {
    rule: 'A connection that was promised stays open for a while after its last answer',
    file: 'src/http/server/shutdown.ts',
    replace: 'response.shouldKeepAlive) this.#extendGrace(this.#graceMs);',
    by: 'response.shouldKeepAlive) this.#extendGrace(0);',
  },
  {
    rule: 'A process that is not alone waits for balancers before it stops',
    file: 'src/app/create-http.ts',
    replace: 'processes > 1 ? usualShutdownDelayMs',
    by: 'processes > 9 ? usualShutdownDelayMs',
  },
];
