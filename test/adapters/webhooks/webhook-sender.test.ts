import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, test } from 'node:test';
import { nameResolver } from '#adapters/webhooks/resolve-name.ts';
import { webhookSender } from '#adapters/webhooks/webhook-sender.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';

const addresses = new WebhookAddresses({
  publicOrigin: 'http://localhost:1',
  networks: ['127.0.0.0/8', '::1'],
});
const limits = { addresses, proxy: null, userAgent: 'test' };
const send = webhookSender({ ...limits, exchangeMs: 60_000 });
const hasty = webhookSender({ ...limits, exchangeMs: 400 });
const { serve, close } = byteServers();
after(close);

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

test('a receiver that never answers, or drips its answer without end, is cut off in time', async () => {
  const silent = await serve(() => undefined);
  assert.equal((await to(silent.url, hasty)).error, 'no complete answer within 0.4 seconds');
  const dripping = await serve((socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  // On a busy machine the time may be over before anything has arrived.
  const dripped = await until(async () => {
    const outcome = await to(dripping.url, hasty);
    return outcome.reply !== '' && outcome;
  });
  assert.equal(dripped.status, 200);
  assert.match(dripped.reply, /^x+$/);
  const slowHead = await serve((socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x: y\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
  assert.equal((await to(slowHead.url, hasty)).status, null);
  for (const { open } of [silent, dripping, slowHead]) assert.equal(await open(), 0);
});

test('of an endless answer 16 KiB are read, of endless headers no more, and the connection is destroyed', async () => {
  const flood = async (begin: string, piece: string) => {
    let sent = 0;
    const server = await serve((socket) => {
      socket.write(begin);
      const more = () => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on('drain', more);
      more();
    });
    const outcome = await to(server.url);
    assert.equal(await server.open(), 0);
    return { outcome, sent };
  };
  const body = await flood(`${head}content-length: 1000000000\r\n\r\n`, 'x'.repeat(65_536));
  assert.equal(body.outcome.status, 200);
  assert.equal(body.outcome.reply.length, 1024);
  const headers = await flood(head, `x-${'y'.repeat(4_000)}: z\r\n`);
  assert.equal(headers.outcome.status, null);
  assert.match(headers.outcome.error ?? '', /UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/);
  // What the kernel takes on both sides counts, too.
  for (const { sent } of [body, headers]) assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
});

test('a reset is a failure, and a redirect is not followed', async () => {
  const resetting = await serve((socket) => socket.resetAndDestroy());
  assert.match((await to(resetting.url)).error ?? '', /^the connection failed/);
  let seen = 0;
  const target = await serve(() => {
    seen += 1;
  });
  const redirecting = await serve((socket) =>
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${target.url}\r\ncontent-length: 0\r\n\r\n`),
  );
  assert.equal((await to(redirecting.url)).status, 307);
  assert.equal(seen, 0);
});

test('an answer is asked for as it is, and kept without half a character at its end', async () => {
  const text = `${'x'.repeat(1_023)}é`;
  let asked = '';
  const server = await serve((socket, begin) => {
    asked = begin;
    socket.end(`${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
  assert.equal((await to(server.url)).reply, 'x'.repeat(1_023));
  assert.match(asked, /^accept-encoding: identity\r$/im);
});

test('Retry-After is read in seconds and as a date', async () => {
  const answering = (value: string) =>
    serve((socket) => socket.end(`HTTP/1.1 503 No\r\nretry-after: ${value}\r\ncontent-length: 0\r\n\r\n`));
  assert.equal((await to((await answering('120')).url)).retryAfterSeconds, 120);
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const seconds = (await to((await answering(inAMinute)).url)).retryAfterSeconds ?? 0;
  assert.ok(seconds > 0 && seconds <= 61, String(seconds));
  assert.equal((await to((await answering('soon')).url)).retryAfterSeconds, null);
});

test('a name is judged by what it resolves to, at each attempt, and nothing inside is reached', async () => {
  const strict = webhookSender({
    ...limits,
    addresses: new WebhookAddresses({ publicOrigin: 'http://localhost:1', networks: [] }),
  });
  let connections = 0;
  const server = await serve(() => {
    connections += 1;
  });
  const port = new URL(server.url).port;
  const signal = AbortSignal.timeout(60_000);
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '127.1', 'localhost']) {
    const request = { url: `https://${host}:${port}/`, headers: {}, body: '{}' };
    assert.equal((await strict(request, signal)).error, 'the address is not allowed', host);
  }
  assert.equal(connections, 0);
});

test('a name that leads outside at the first look and inside at the second is refused at the second', async () => {
  let looks = 0;
  let connections = 0;
  const server = await serve(() => {
    connections += 1;
  });
  const strict = webhookSender({
    ...limits,
    exchangeMs: 300,
    addresses: new WebhookAddresses({ publicOrigin: 'http://localhost:1', networks: [] }),
    resolve: async () => {
      looks += 1;
      return looks === 1
        ? [{ address: '2001:4860:4860::8888', family: 6 }]
        : [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const request = { url: `https://hooks.example.org:${new URL(server.url).port}/`, headers: {}, body: '{}' };
  const signal = new AbortController().signal;
  assert.notEqual((await strict(request, signal)).error, null);
  assert.equal((await strict(request, signal)).error, 'the name leads to an address that is not allowed');
  assert.equal(looks, 2);
  assert.equal(connections, 0);
});

test('the limit holds before there is a connection, too: for name servers, proxies and a stop', async () => {
  const never = webhookSender({ ...limits, exchangeMs: 300, resolve: () => new Promise(() => undefined) });
  const request = { url: 'https://hooks.example.org/', headers: {}, body: '{}' };
  const none = new AbortController().signal;
  const tooLate = 'no complete answer within 0.3 seconds';
  assert.equal((await never(request, none)).error, tooLate);
  const proxy = await serve(() => undefined);
  const outside = async () => [{ address: '2001:4860:4860::8888', family: 6 as const }];
  const through = (exchangeMs: number) =>
    webhookSender({ ...limits, exchangeMs, proxy: proxy.url, resolve: outside });
  assert.equal((await through(300)(request, none)).error, tooLate);
  assert.equal(await proxy.open(), 0);
  const stop = new AbortController();
  const stopped = through(600_000)(request, stop.signal);
  await proxy.asked();
  stop.abort();
  assert.equal((await stopped).status, null);
  assert.equal(await proxy.open(), 0);
});

test('the resolution of a name ends with its attempt, and a local name needs none', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  after(() => silent.close());
  const resolve = nameResolver([`127.0.0.1:${silent.address().port}`]);
  const leave = new AbortController();
  const searching = resolve('hooks.example.org', leave.signal);
  silent.once('message', () => leave.abort());
  await assert.rejects(searching, { code: 'ECANCELLED' });
  const local = await resolve('localhost', leave.signal);
  assert.deepEqual(
    local.map(({ address }) => address),
    ['127.0.0.1', '::1'],
  );
});

function to(url: string, sender = send) {
  return sender({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' }, new AbortController().signal);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A name is judged by the addresses that are connected to',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: 'const allowed = found.filter(({ address }) => addresses.allows(address, url));',
    by: 'const allowed = found;',
  },
  {
    rule: 'The address of an endpoint is judged at each try',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: 'const url = guard.addresses.check(text);',
    by: 'const url = new URL(text);',
  },
  {
    rule: 'An exchange has a time limit as a whole',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: 'const over = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);',
    by: 'const over = AbortSignal.any([signal, AbortSignal.timeout(limitMs * 1000)]);',
  },
  {
    rule: 'A reply is read up to 16 KiB',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: 'if (bytes >= replyBytes) break;',
    by: '',
  },
  {
    rule: 'A search for a name ends with its try',
    file: 'src/adapters/webhooks/resolve-name.ts',
    replace: "signal.addEventListener('abort', cancel, { once: true });",
    by: '',
  },
  {
    rule: 'Nothing that is packed is asked for',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: ", 'accept-encoding': 'identity' }",
    by: ' }',
  },
  {
    rule: 'No half character is kept of an answer',
    file: 'src/adapters/webhooks/webhook-sender.ts',
    replace: "    .replace(/\\ufffd$/, '')",
    by: '',
  },
];
