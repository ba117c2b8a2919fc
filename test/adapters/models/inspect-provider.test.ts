import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import type { ProviderFinding } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { startVendors, type VendorWire, vendorKey, vendorWires } from '#test/mock/vendors.ts';
import { testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

const ofOpenai = { object: 'list', data: [{ id: 'small' }, { id: 'large' }] };

const lists: Readonly<Record<VendorWire, object>> = {
  openai: ofOpenai,
  'openai-responses': ofOpenai,
  anthropic: { data: [{ id: 'small', type: 'model' }, { id: 'large' }], has_more: false },
  gemini: { models: [{ name: 'models/small' }, { name: 'models/large' }] },
};

describe('looking at a provider', () => {
  for (const wire of vendorWires) {
    it(`finds the expected model in the vendor's list: ${wire}`, async () => {
      const found = await inspected(() => [200, lists[wire]], wire);
      assert.deepEqual(found, {
        status: 'pass',
        detail: 'accepts the key and lists 2 models',
        unknownModels: [],
      });
    });

    it(`warns of a model that is neither listed nor known by its name: ${wire}`, async () => {
      const found = await inspected((url) => (/models(\?|$)/.test(url) ? [200, lists[wire]] : [404]), wire, [
        'small',
        'gone',
      ]);
      assert.deepEqual(found, {
        status: 'warn',
        detail: 'does not know gone; it lists 2 models',
        unknownModels: ['gone'],
      });
    });

    it(`accepts a model that is not listed but known by its name: ${wire}`, async () => {
      const found = await inspected(
        (url) => (/models\/an-alias$/.test(url) ? [200, {}] : [200, lists[wire]]),
        wire,
        ['an-alias'],
      );
      assert.equal(found.status, 'pass');
    });
  }

  for (const status of [401, 403]) {
    it(`fails where the key is refused with ${status}`, async () => {
      const found = await inspected(() => [
        status,
        { error: { type: 'authentication_error', message: 'x' } },
      ]);
      assert.equal(found.status, 'fail');
      assert.equal(
        found.detail,
        `refuses the key: the provider answered ${status} (type authentication_error)`,
      );
    });
  }

  for (const status of [404, 405, 429]) {
    it(`takes ${status} for a provider that is there and lists nothing`, async () => {
      assert.equal((await inspected(() => [status])).status, 'pass');
    });
  }

  for (const status of [302, 400, 500, 503]) {
    it(`fails where the provider answers ${status}`, async () => {
      assert.equal((await inspected(() => [status])).status, 'fail');
    });
  }

  it('warns of an answer that is no list of models', async () => {
    assert.equal((await inspected(() => [200, { hello: 'world' }])).status, 'warn');
  });

  it('fails when nothing listens at the address', async () => {
    // No other process is given this port.
    await using test = testProvider('http://127.0.0.1:1/v1');
    const found = await test.provider.inspect(new AbortController().signal);
    assert.equal(found.status, 'fail');
    assert.match(found.detail, /ECONNREFUSED/);
  });

  it('repeats nothing of what the provider says in words', async () => {
    const found = await inspected(() => [401, { error: { message: 'Incorrect key sk-test-key provided' } }]);
    assert.doesNotMatch(found.detail, /sk-test-key/);
  });

  it('reads no more of a list than it needs', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('application/json'));
      const flood = () => socket.write(' '.repeat(64 * 1024)) && setImmediate(flood);
      socket.on('drain', flood);
      flood();
    });
    await using test = testProvider(server.origin);
    const found = await test.provider.inspect(new AbortController().signal);
    assert.equal(found.status, 'warn');
  });

  it('knows the key and the models of a foreign server', async () => {
    await using vendors = await startVendors();
    const look = async (key: string, id: string) => {
      const models = [{ id, windowTokens: 1_000 }];
      await using test = testProvider(`${vendors.origin}/v1`, 'openai', {}, key, {}, models);
      return await test.provider.inspect(new AbortController().signal);
    };
    assert.equal((await look(vendorKey, 'answers')).status, 'pass');
    assert.deepEqual((await look(vendorKey, 'gone')).unknownModels, ['gone']);
    assert.match((await look('another-key', 'answers')).detail, /refuses the key/);
  });
});

/** The finding for a server that answers each path as `answer` says. */
async function inspected(
  answer: (url: string) => readonly [status: number, body?: object],
  wire: VendorWire = 'openai',
  expected: readonly string[] = ['small'],
): Promise<ProviderFinding> {
  const server = createServer(({ url = '' }, response) => {
    const [status, body = {}] = answer(url);
    response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const models = expected.map((id) => ({ id, windowTokens: 1_000 }));
  const origin = `http://127.0.0.1:${address.port}`;
  await using test = testProvider(origin, wire, {}, 'sk-test-key', {}, models);
  try {
    return await test.provider.inspect(new AbortController().signal);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'A provider that refuses the key is down',
    file: 'src/adapters/models/inspect-provider.ts',
    replace: 'const REACHABLE = new Set([404, 405, 429]);',
    by: 'const REACHABLE = new Set([401, 404, 405, 429]);',
  },
  {
    rule: 'A model that the vendor does not know is found',
    file: 'src/adapters/models/inspect-provider.ts',
    replace: 'if (unknown.length === 0)',
    by: 'if (unknown.length >= 0)',
  },
];
