import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { asBytes, exchange, openSocket, readToClose } from '#test/reading/raw-http.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const operator = { kind: 'operator-cli' } as const;
const prompt = JSON.stringify({ prompt: 'x', context: { external_user_id: 'u' } });

describe('A request that two readers could take for two things', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let token: string;
  let port: number;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant();
    token = await tenant.token('user-1');
    port = hosted.api.portOf();
  });

  const asked = (method: string, target: string, ...lines: string[]) =>
    [`${method} ${target} HTTP/1.1`, ...lines, `Authorization: Bearer ${tenant.key}`, '', ''].join('\r\n');
  const once = (target: string, ...lines: string[]) =>
    exchange(port, asked('GET', target, 'Connection: close', ...lines));
  const usage = (userId: string) => once(`/v1/usage?external_user_id=${userId}`, 'Host: localhost');

  for (const host of [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost:1',
    '127.0.0.1',
    '[::1]',
    '[::1]:8',
  ]) {
    test(`${host} is the API`, async () => {
      assert.match(await once('/v1/providers', `Host: ${host}`), /^HTTP\/1\.1 200 /);
    });
  }

  for (const host of [
    '',
    '127.1',
    '0x7f.1',
    '2130706433',
    'localhost:',
    'localhost@evil',
    'a b',
    '.localhost',
    '..localhost',
    'localhost,login.localhost',
    'api.localhost',
    'evil.example',
    'localhost.evil.example',
  ]) {
    test(`"${host}" is no host of ours`, async () => {
      assert.match(
        await once('/v1/providers', `Host: ${host}`),
        /^HTTP\/1\.1 404 [\s\S]*\r\n\r\nNot found\n$/,
      );
    });
  }

  test('a tenant is found by its name in any case, with a final dot, at any port, and not below it', async () => {
    const status = async (host: string) =>
      (
        await exchange(
          port,
          `GET /chat/usage HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        )
      ).slice(9, 12);
    const { slug } = tenant;
    for (const host of [`${slug}.localhost`, `${slug.toUpperCase()}.LOCALHOST.`, `${slug}.localhost:1`]) {
      assert.equal(await status(host), '200', host);
    }
    for (const host of [`x.${slug}.localhost`, `${slug}..localhost`, `${slug}.localhost.evil`]) {
      assert.equal(await status(host), '404', host);
    }
  });

  test('two Hosts are refused, in either order and also when they agree', async () => {
    for (const hosts of [
      ['localhost', tenant.host],
      [tenant.host, 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const [first, second] = hosts;
      const answer = await once('/v1/providers', `Host: ${first}`, `hOST: ${second}`);
      assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/, `${hosts}`);
    }
  });

  test('a request without Host is refused like any other', async () => {
    const answer = await exchange(port, 'GET /v1/providers HTTP/1.1\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 [\s\S]*x-request-id: [\s\S]*"code":"bad_request"/i);
  });

  for (const target of [
    '/@api/v1/providers',
    '/../@api/v1/providers',
    '//v1/providers',
    '/v1//providers',
    '/v1/./providers',
    '/v1/x/../providers',
    '/v1/%2e%2e/v1/providers',
    '/v1%2fproviders',
    '/v1/providers%2f',
    '/v1/providers;x',
    '/v1\\providers',
    '/V1/providers',
    '*',
  ]) {
    test(`${target} is another address than the one that it resembles`, async () => {
      assert.match(await once(target, 'Host: localhost'), /^HTTP\/1\.1 404 /);
      assert.match(await once(target, `Host: ${tenant.host}`), /^HTTP\/1\.1 404 /);
    });
  }

  test('an address with a host of its own reaches no other host', async () => {
    const address = `http://${tenant.host}/chat/usage`;
    assert.match(await once(address, 'Host: localhost'), /^HTTP\/1\.1 404 /);
    assert.match(await once('http://localhost/v1/providers', `Host: ${tenant.host}`), /^HTTP\/1\.1 404 /);
  });

  for (const userId of ['%FF', '%C0%80', '%ED%A0%80', 'a%', '%zz', '%E2%82']) {
    test(`${userId} in a query is no text, so it is no identity`, async () => {
      const answer = await usage(userId);
      assert.match(answer, /^HTTP\/1\.1 422 /);
      assert.match(answer, /"pointer":"\?external_user_id","code":"encoding"/);
    });
  }

  test('a plus is a space, and what is encoded is not decoded twice', async () => {
    for (const spelled of ['Zo%C3%AB', 'a+b', '%2541', 'a%26b', 'a;b', '%EF%BF%BD']) {
      assert.match(await usage(spelled), /^HTTP\/1\.1 200 /, spelled);
    }
  });

  for (const [name, lines, body] of [
    ['a space before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a coding behind chunked', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['chunked twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a length in two parts', ['Content-Length: 5,5'], 'hello'],
    ['a signed length', ['Content-Length: +5'], 'hello'],
    ['a length beyond all numbers', ['Content-Length: 99999999999999999999'], 'x'],
    ['a folded header', ['X: a\r\n b'], ''],
    ['a line that ends in half', ['X: a\nY: b'], ''],
    ['a chunk with a sign', ['Transfer-Encoding: chunked'], '-2\r\n{}\r\n0\r\n\r\n'],
    ['a chunk in C', ['Transfer-Encoding: chunked'], '0x2\r\n{}\r\n0\r\n\r\n'],
    [
      'endless words behind a chunk',
      ['Transfer-Encoding: chunked'],
      `2;${'a'.repeat(60_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
  ] as const) {
    test(`${name} is not guessed at, and what follows is not read`, async () => {
      const smuggled = asked('GET', '/v1/providers', 'Host: localhost', 'Connection: close');
      const bytes = asked('POST', '/v1/hosted-session', 'Host: localhost', ...lines) + body + smuggled;
      const answer = await exchange(port, bytes);
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
    });
  }

  test('a name that a request made up is shortened', async () => {
    const body = JSON.stringify({ ['k'.repeat(400_000)]: 1 });
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${hosted.api.urlOf()}/stream`, { method: 'POST', headers, body });
    assert.equal(response.status, 422);
    assert.ok((await response.text()).length < 2_000);
  });

  test('unreadable input after a prompt neither ends its answer nor gets into it', async () => {
    const { promise: restOn, resolve: goOn } = Promise.withResolvers<void>();
    hosted.api.provider.enqueue({ deltas: 2, restOn });
    const length = `Content-Length: ${prompt.length}`;
    const socket = openSocket(port);
    const headers = ['Host: localhost', 'Content-Type: application/json', length];
    socket.write(asked('POST', '/v1/stream', ...headers) + prompt);
    socket.once('data', () => socket.write('\0 garbage\r\n\r\n', () => goOn()));
    const answer = await readToClose(socket);
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1, answer);
    const text = answer.slice(answer.indexOf('\r\n\r\n') + 4).replaceAll(/[0-9a-f]+\r\n(.*)\r\n/g, '$1');
    assert.equal(text.trim(), asBytes(mockText(2)).trim());
  });

  test('the refusal of unreadable input after a request is not taken for its answer', async () => {
    const answer = await exchange(
      port,
      `${asked('GET', '/v1/usage?external_user_id=u', 'Host: localhost')}garbage\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
  });
});

describe('A prompt on a tenant whose settings change while it arrives', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  /** The head is judged before the change, the body comes after it. */
  async function sendAround(tenant: Tenant, change: () => Promise<unknown>): Promise<string> {
    const port = hosted.api.portOf();
    const body = JSON.stringify({ prompt: 'x' });
    const socket = openSocket(port);
    const head = [
      'POST /chat/stream HTTP/1.1',
      `Host: ${tenant.host}`,
      'Connection: close',
      `Authorization: Bearer ${await tenant.token('user-1')}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    const continued = new Promise((resolve) => socket.once('data', resolve));
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await continued;
    // Judging the head needs the database; a later answer from the database shows that it is done.
    await fetch(`${hosted.api.urlOf()}/health`, { headers: { authorization: `Bearer ${tenant.key}` } });
    await change();
    socket.write(body);
    return readToClose(socket);
  }

  test('is decided on the new ones', async () => {
    const tenant = await hosted.tenant();
    const { clients } = hosted.administration;
    const answer = await sendAround(tenant, () => clients.update(operator, tenant.slug, { name: 'New' }));
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  test('is refused when its token was ended by them', async () => {
    const tenant = await hosted.tenant();
    const { clients } = hosted.administration;
    const { received } = hosted.api.provider;
    const answer = await sendAround(tenant, () => clients.rotateHandoff(operator, tenant.slug));
    assert.match(answer, /^HTTP\/1\.1 401 [\s\S]*"code":"session_revoked"/);
    assert.equal(hosted.api.provider.received, received);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'HTTP/1.1 without Host is refused',
    file: 'src/http/server/server.ts',
    replace: 'headers.host === undefined && ',
    by: "headers.host === '-' && ",
  },
  {
    rule: 'A request with two Hosts is refused',
    file: 'src/http/server/server.ts',
    replace: "const single = ['host', 'authorization'];",
    by: "const single = ['authorization'];",
  },
];
