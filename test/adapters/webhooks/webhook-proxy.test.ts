import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { webhookSender } from '#adapters/webhooks/webhook-sender.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { Break } from '#test/break.ts';
import { byteServers } from '#test/webhooks/serve-bytes.ts';

const addresses = new WebhookAddresses({
  publicOrigin: 'http://localhost:1',
  networks: ['127.0.0.0/8', '::1'],
});
const limits = { addresses, userAgent: 'test' };
const { serve, close } = byteServers();
after(close);

test('a proxy is asked for nothing inside, and for no name that is unknown here', async () => {
  let asked = 0;
  const proxy = await serve((socket) => {
    asked += 1;
    socket.end('HTTP/1.1 502 No\r\ncontent-length: 0\r\n\r\n');
  });
  const found = new Map([
    ['inside.example.org', [{ address: '10.0.0.1', family: 4 as const }]],
    ['outside.example.org', [{ address: '2001:4860:4860::8888', family: 6 as const }]],
    [
      'both.example.org',
      [
        { address: '2001:4860:4860::8888', family: 6 as const },
        { address: '10.0.0.1', family: 4 as const },
      ],
    ],
    ['nowhere.example.org', []],
  ]);
  const resolve = async (name: string) => {
    const addressesOf = found.get(name);
    if (addressesOf === undefined) throw new Error('ENOTFOUND');
    return addressesOf;
  };
  const through = webhookSender({ ...limits, proxy: proxy.url, resolve });
  const signal = AbortSignal.timeout(60_000);
  const refused = [
    'https://inside.example.org',
    'https://both.example.org',
    'https://nowhere.example.org',
    'https://unknown.example.org',
    'http://outside.example.org',
  ];
  for (const url of refused) {
    assert.equal((await through({ url, headers: {}, body: '{}' }, signal)).status, null);
    assert.equal(asked, 0, url);
  }
  await through({ url: 'https://outside.example.org', headers: {}, body: '{}' }, signal);
  assert.equal(asked, 1);
});

test('a proxy is asked for the address that was judged, and the receiver for the name', async () => {
  let asked = '';
  let hello = '';
  const proxy = await serve((socket, request) => {
    asked = request.split('\r\n')[0] ?? '';
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.on('data', (bytes) => {
      hello += bytes.toString('latin1');
      socket.destroy();
    });
  });
  const resolve = async () => [
    { address: '2001:4860:4860::8888', family: 6 as const },
    { address: '8.8.8.8', family: 4 as const },
  ];
  const through = webhookSender({ ...limits, proxy: proxy.url, resolve });
  const request = { url: 'https://outside.example.org:8443/', headers: {}, body: '{}' };
  assert.equal((await through(request, AbortSignal.timeout(60_000))).status, null);
  assert.equal(asked, 'CONNECT [2001:4860:4860::8888]:8443 HTTP/1.1');
  // The name for the certificate stands in the first message of TLS.
  assert.ok(hello.includes('outside.example.org'));
});

export const breaks: readonly Break[] = [
  {
    rule: 'A proxy is not asked for names that are unknown',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: `if (first === undefined) throw new NotAllowed();
  if ([first`,
    by: `if (first === undefined) return url;
  if ([first`,
  },
  {
    rule: 'A proxy is not asked for names that lead inside by one of their addresses',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: 'if ([first, ...others].some(',
    by: 'if ([first].some(',
  },
  {
    rule: 'A proxy resolves no name of a receiver',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: 'target.hostname = first.family',
    by: 'target.hash = first.family',
  },
  {
    rule: 'Behind a proxy, a receiver is asked for its certificate by its name',
    file: 'src/adapters/webhooks/guarded-exchange.ts',
    replace: '{ ...connect, servername: url.hostname }',
    by: 'connect',
  },
];
