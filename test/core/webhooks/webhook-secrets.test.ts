import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '#core/webhooks/webhook-courier.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { Break } from '#test/break.ts';
import { OpenAI } from '#vendors/openai.ts';

const endpoint = { clientId: 7, id: '0199c6a2-7f06-7a10-8b1c-4f0d5a6b7c07' };
const body = '{"id":"evt_1","type":"job.completed","data":{"text":"ünï"}}';
const present = new WebhookSecrets(
  'the present master secret, long enough',
  'the one before, long enough, too',
);
const earlier = new WebhookSecrets('the one before, long enough, too', null);

function secretOf(
  secrets: WebhookSecrets,
  name: { readonly generation: number; readonly key: string },
): string {
  const secret = secrets.secretOf(endpoint, name);
  assert.ok(secret !== null);
  return secret;
}

test('foreign code verifies what is signed: standardwebhooks and openai', async () => {
  const secret = secretOf(present, { generation: 1, key: present.key });
  const headers = signedHeaders([secret], 'evt_1', body, new Date());
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  const openai = new OpenAI({ apiKey: 'none', webhookSecret: secret });
  assert.deepEqual(await openai.webhooks.unwrap(body, headers), JSON.parse(body));
});

test('foreign code refuses another body, another id, another secret and an old time', () => {
  const secret = secretOf(present, { generation: 1, key: present.key });
  const other = secretOf(present, { generation: 2, key: present.key });
  const headers = signedHeaders([secret], 'evt_1', body, new Date());
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' }));
  assert.throws(() => new Webhook(other).verify(body, headers));
  const old = signedHeaders([secret], 'evt_1', body, new Date(Date.now() - 3_600_000));
  assert.throws(() => new Webhook(secret).verify(body, old));
});

test('during an overlap each of two secrets verifies it', () => {
  const secrets = [1, 2].map((generation) => secretOf(present, { generation, key: present.key }));
  const headers = signedHeaders(secrets, 'evt_1', body, new Date());
  for (const secret of secrets) assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
});

test('each client, endpoint, generation and master secret has a secret of its own', () => {
  const name = { generation: 1, key: present.key };
  const all = [
    present.secretOf(endpoint, name),
    present.secretOf({ ...endpoint, clientId: 8 }, name),
    present.secretOf({ ...endpoint, id: '0199c6a2-7f06-7a10-8b1c-4f0d5a6b7c08' }, name),
    present.secretOf(endpoint, { ...name, generation: 2 }),
    present.secretOf(endpoint, { ...name, key: earlier.key }),
  ];
  assert.equal(new Set(all).size, all.length);
  for (const secret of all) assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
});

test('an endpoint keeps the secret of the master secret before, as long as that is given', () => {
  const name = { generation: 1, key: earlier.key };
  assert.equal(present.secretOf(endpoint, name), earlier.secretOf(endpoint, name));
  const without = new WebhookSecrets('the present master secret, long enough', null);
  assert.equal(without.key, present.key);
  assert.equal(without.secretOf(endpoint, name), null);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A signature covers the id and the time',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: '.update(content)',
    by: ".update(content.slice(content.indexOf('{')))",
  },
  {
    rule: 'An endpoint keeps the secret of the master secret before',
    file: 'src/core/webhooks/webhook-secrets.ts',
    replace: 'const older = previous === null ? [] : [[nameOf(previous), previous] as const];',
    by: 'const older: (readonly [string, string])[] = [];',
  },
];
