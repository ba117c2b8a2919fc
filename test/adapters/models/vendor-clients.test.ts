import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { readConfig } from '#config';
import type { Break } from '#test/break.ts';
import { type VendorWire, vendorAddress, vendorWires } from '#test/mock/vendors.ts';
import { Anthropic } from '#vendors/anthropic.ts';
import { GoogleGenAI } from '#vendors/google-genai.ts';
import { OpenAI } from '#vendors/openai.ts';
import { ask, testProvider } from './provider-factory.ts';

const key = 'sk-test-key';
const model = 'some-model-1.5';

/** The headers for authentication and for the version of the protocol. */
const compared = ['authorization', 'x-api-key', 'x-goog-api-key', 'anthropic-version', 'content-type'];

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends one streamed request, and one for the list of models, with the vendor's own client. Both fail, and the
 * failures are ignored.
 */
type VendorClient = (address: string | undefined, fetch: typeof globalThis.fetch) => Promise<unknown>[];

const vendors: Readonly<Record<VendorWire, VendorClient>> = {
  openai: (address, fetch) => {
    const client = new OpenAI({ apiKey: key, fetch, maxRetries: 0, baseURL: address ?? null });
    return [
      client.chat.completions.create({ model, stream: true, messages: [] }),
      Promise.resolve(client.models.list()),
    ];
  },
  'openai-responses': (address, fetch) => {
    const client = new OpenAI({ apiKey: key, fetch, maxRetries: 0, baseURL: address ?? null });
    return [
      client.responses.create({ model, stream: true, input: [] }),
      Promise.resolve(client.models.list()),
    ];
  },
  anthropic: (address, fetch) => {
    const client = new Anthropic({ apiKey: key, fetch, maxRetries: 0, baseURL: address ?? null });
    return [
      client.messages.create({ model, stream: true, max_tokens: 1, messages: [] }),
      Promise.resolve(client.models.list()),
    ];
  },
  /** Its client uses v1 by default; system instructions and thinking are documented for v1beta. */
  gemini: (address, fetch) => {
    const options = {
      fetch,
      retryOptions: { attempts: 1 },
      ...(address !== undefined && { baseUrl: address }),
    };
    const client = new GoogleGenAI({
      apiKey: key,
      vertexai: false,
      apiVersion: 'v1beta',
      httpOptions: options,
    });
    return [client.models.generateContentStream({ model, contents: 'Hello?' }), client.models.list()];
  },
};

const defaults = {
  openai: 'https://api.openai.com/v1/chat/completions',
  'openai-responses': 'https://api.openai.com/v1/responses',
  anthropic: 'https://api.anthropic.com/v1/messages',
  gemini: `https://generativelanguage.googleapis.com/v1beta/models/${model}:streamGenerateContent?alt=sse`,
} as const;

describe('a request to a vendor', () => {
  for (const wire of vendorWires) {
    it(`goes to the default address with the method and headers of the vendor's own client: ${wire}`, async () => {
      const [theirs] = await vendorRequests(wire, undefined);
      const ours = await ourRequest(wire, defaultAddress(wire));
      assert.equal(theirs?.url, defaults[wire]);
      assert.deepEqual(ours, theirs);
    });

    for (const prefix of ['', '/a/gateway']) {
      it(`goes where the vendor's own client goes, with '${prefix}' before the path: ${wire}`, async () => {
        const address = vendorAddress[wire](`https://gateway.example.com${prefix}`);
        const [theirs] = await vendorRequests(wire, address);
        assert.deepEqual(await ourRequest(wire, address), theirs);
        assert.deepEqual(await ourRequest(wire, `${address}/`), theirs);
      });
    }

    it(`asks for the list of models where the vendor's own client does: ${wire}`, async () => {
      const [, theirs] = await vendorRequests(wire, vendorAddress[wire]('https://gateway.example.com'));
      const ours = await ourInspection(wire, vendorAddress[wire]('https://gateway.example.com'));
      assert.equal(ours.method, 'GET');
      assert.equal(ours.url.split('?')[0], theirs?.url.split('?')[0]);
      assert.deepEqual(withoutType(ours.headers), withoutType(theirs?.headers ?? {}));
    });
  }

  for (const [wire, version] of [
    ['anthropic', '/v1'],
    ['gemini', '/v1beta'],
    ['gemini', '/v1'],
  ] as const) {
    it(`adds no version to an address that ends in ${version}: ${wire}`, async () => {
      const whole = await ourRequest(wire, `https://gateway.example.com${version}`);
      const [theirs] = await vendorRequests(wire, 'https://gateway.example.com');
      assert.equal(whole.url, theirs?.url.replace(/\/v1(beta)?\//, `${version}/`));
    });
  }

  it('carries the headers of the operator, in place of its own of the same name', async () => {
    const headers = { 'X-Title': 'Our chat', 'Anthropic-Version': '2099-01-01', 'X-Api-Key': 'gateway-key' };
    const { headers: sent } = await recorded('https://gateway.example.com', async (origin) => {
      await using test = testProvider(origin, 'anthropic', {}, key, headers);
      await ask(test.provider);
    });
    assert.equal(sent['x-title'], 'Our chat');
    assert.equal(sent['anthropic-version'], '2099-01-01');
    assert.equal(sent['x-api-key'], 'gateway-key');
  });
});

function defaultAddress(wire: VendorWire): string {
  const vendor = wire === 'openai-responses' ? 'openai' : wire;
  const { providers } = readConfig({ [`${vendor.toUpperCase()}_API_KEY`]: key });
  assert.equal(providers[0]?.id, vendor);
  return providers[0].baseUrl;
}

async function vendorRequests(wire: VendorWire, address: string | undefined): Promise<Recorded[]> {
  const requests: Recorded[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    requests.push({
      method: init?.method ?? 'GET',
      url: String(url),
      headers: asDocumented(wire, select(headers)),
    });
    return new Response('{}', { status: 418, headers: { 'content-type': 'application/json' } });
  };
  await Promise.allSettled(vendors[wire](address, fetch));
  return requests.sort((one, other) => other.method.localeCompare(one.method));
}

function ourRequest(wire: VendorWire, address: string): Promise<Recorded> {
  return recorded(address, async (local) => {
    await using test = testProvider(local, wire, {}, key);
    await ask(test.provider, { model });
  });
}

function ourInspection(wire: VendorWire, address: string): Promise<Recorded> {
  return recorded(address, async (local) => {
    await using test = testProvider(local, wire, {}, key);
    await test.provider.inspect(new AbortController().signal);
  });
}

/** What a local server receives in place of the origin of `address`. */
async function recorded(address: string, act: (local: string) => Promise<void>): Promise<Recorded> {
  const { origin } = new URL(address);
  const requests: Recorded[] = [];
  const server = createServer(({ method = '', url = '', headers }, response) => {
    requests.push({ method, url: `${origin}${url}`, headers: select(headers) });
    response.writeHead(418, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  assert.ok(typeof listening === 'object' && listening !== null);
  try {
    await act(address.replace(origin, `http://127.0.0.1:${listening.port}`));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const [first] = requests;
  assert.ok(first);
  return first;
}

function select(headers: IncomingHttpHeaders): Record<string, string> {
  const more = Object.keys(headers).filter((name) => name === 'x-title');
  return Object.fromEntries(
    [...compared, ...more]
      .filter((name) => headers[name] !== undefined)
      .map((name) => [name, String(headers[name])]),
  );
}

/** Anthropic's client sends the key as a bearer token; its documentation uses `x-api-key`, as we do. */
function asDocumented(wire: VendorWire, headers: Readonly<Record<string, string>>): Record<string, string> {
  const { authorization, ...rest } = headers;
  if (wire !== 'anthropic' || authorization === undefined) return headers;
  return { ...rest, 'x-api-key': authorization.replace('Bearer ', '') };
}

/** A GET has no body whose type could be stated, but some clients state one. */
function withoutType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'));
}

export const breaks: readonly Break[] = [
  {
    rule: 'A version is added to an address that has none',
    file: 'src/wires/wire.ts',
    replace: 'return version === null || ',
    by: 'return version !== undefined || ',
  },
  {
    rule: 'No version is added to an address that ends in one',
    file: 'src/wires/wire.ts',
    replace: '.test(address) ? address',
    by: '.test(version) ? address',
  },
];
