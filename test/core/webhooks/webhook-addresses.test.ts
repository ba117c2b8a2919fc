import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '#core/errors.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import type { Break } from '#test/break.ts';

const strict = new WebhookAddresses({ publicOrigin: 'https://chat.example.com', networks: [] });
const lenient = new WebhookAddresses({
  publicOrigin: 'http://localhost:8080',
  networks: ['127.0.0.0/8', '10.1.0.0/16', 'fd00::/8'],
});

/** Spellings of addresses of this machine and of inner networks. */
const inner = [
  ...['127.0.0.1', '127.1', '127.000.000.001', '0x7f000001', '0x7f.1', '0177.0.0.1', '2130706433', '0'],
  ...['0.0.0.0', '10.0.0.1', '10.255.255.255', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '224.0.0.1', '240.0.0.1'],
  ...['255.255.255.255', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1.'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[::ffff:10.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::7f00:1]', '[fe80::1]'],
  ...['[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]'],
  ...['[fec0::1]', '[100::1]', '[5f00::1]', '[3fff::1]', '[2001:10::1]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'localhost..', 'a.localhost', 'ｌｏｃａｌｈｏｓｔ'],
];

const refused = (addresses: WebhookAddresses, url: string) =>
  assert.throws(
    () => addresses.check(url),
    (error) => error instanceof ParleyError && error.code === 'webhook_url_not_allowed',
    url,
  );

test('every spelling of an inner address is refused', () => {
  for (const host of inner) {
    refused(strict, `https://${host}/hook`);
    refused(strict, `https://${host}:8443/`);
  }
});

test('a refused address of an inner network names the setting that would allow it', () => {
  for (const url of ['http://localhost:3020/', 'https://127.0.0.1:3020/']) {
    assert.throws(() => strict.check(url), /PARLEY_WEBHOOK_NETWORKS, such as 127\.0\.0\.1$/, url);
  }
  assert.throws(() => lenient.check('not an address'), /^(?!.*PARLEY_WEBHOOK_NETWORKS)/);
});

test('public addresses and names are allowed, by https only, without a user', () => {
  const good = ['https://hooks.example.org/a?b=c', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/hook'];
  for (const url of [...good, 'https://[::ffff:8.8.8.8]/', 'https://[64:ff9b::808:808]/']) {
    assert.equal(strict.check(url).href, new URL(url).href);
  }
  const bad = [
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'file:///etc/passwd',
    'hooks.example.org',
  ];
  for (const url of [...bad, '', 'https://', 'javascript:1', 'https://me:pw@hooks.example.org/'])
    refused(strict, url);
});

test('the service itself is refused: its host, its tenants and its other hosts, on every port', () => {
  const hosts = ['chat.example.com', 'acme.chat.example.com', 'login.chat.example.com', 'CHAT.example.com.'];
  for (const host of hosts) for (const port of ['', ':8443']) refused(strict, `https://${host}${port}/`);
  assert.equal(strict.check('https://other-chat.example.com/').hostname, 'other-chat.example.com');
  for (const host of ['localhost:8080', 'acme.localhost:8080']) refused(lenient, `http://${host}/`);
});

test('allowed networks are reached by http too, other private ones by neither', () => {
  for (const host of [
    '127.0.0.1:9',
    '10.1.2.3',
    '[fd12::1]',
    '[::ffff:10.1.2.3]',
    'localhost:9',
    'hooks.example.org',
  ]) {
    for (const scheme of ['http', 'https']) assert.ok(lenient.check(`${scheme}://${host}/`));
  }
  for (const host of ['10.2.0.1', '192.168.1.1', '[::1]', '[fe80::1]']) {
    for (const scheme of ['http', 'https']) refused(lenient, `${scheme}://${host}/`);
  }
  refused(lenient, 'http://8.8.8.8/');
});

test('an address that a name resolves to is judged alike', () => {
  const https = new URL('https://hooks.example.org/');
  const http = new URL('http://hooks.example.org/');
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1%eth0',
    '64:ff9b::7f00:1',
    '169.254.1.1',
  ]) {
    assert.equal(strict.allows(address, https), false, address);
  }
  for (const address of ['8.8.8.8', '2606:4700::1111', '64:ff9b::808:808']) {
    assert.equal(strict.allows(address, https), true, address);
    assert.equal(lenient.allows(address, http), false, address);
  }
  assert.equal(lenient.allows('10.1.0.1', http), true);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A refused address of an inner network names the setting that would allow it',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: 'with PARLEY_WEBHOOK_NETWORKS, such as',
    by: 'such as',
  },
  {
    rule: 'No address of an inner network is an endpoint',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: 'return isIP(address) !== 0 && !special.has(address);',
    by: 'return isIP(address) !== 0;',
  },
  {
    rule: 'An IPv6 address that carries an IPv4 address is judged as that one',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: 'const plain = carriedIPv4(address) ?? address;',
    by: 'const plain = address;',
  },
  {
    rule: 'The service is no endpoint of its own',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace:
      'if (isBelow(name, this.#own.hostname) && !(isLocal && url.port !== this.#own.port)) return false;',
    by: '',
  },
  {
    rule: 'An endpoint has no user and no password',
    file: 'src/core/webhooks/webhook-addresses.ts',
    replace: "if (url.username !== '' || url.password !== '') {",
    by: 'if (false) {',
  },
];
