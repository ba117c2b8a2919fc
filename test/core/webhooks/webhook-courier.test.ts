import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClaimedDelivery, ClaimLimits, DeliveryStore } from '#core/webhooks/delivery-store.ts';
import type { DeliveryWindow } from '#core/webhooks/delivery-windows.ts';
import { type SendWebhook, WebhookCourier } from '#core/webhooks/webhook-courier.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';

const secrets = new WebhookSecrets('a master secret that is long enough', null);
/** The database's clock is not that of the process. */
const claimedAt = new Date('2031-05-06T07:08:09Z');
const eventId = '0199c6a2-7f05-7a10-8b1c-4f0d5a6b7c06';

test('claims continue while attempts end, however often they do', async () => {
  const store = new Store(Array.from({ length: 40 }, () => delivery(secrets.key)));
  // Each ends some time after the one before, so that a machine that stands still does not let all end at once.
  let previous = Promise.resolve();
  const send: SendWebhook = async () => {
    previous = previous.then(() => delay(20));
    await previous;
    return { status: 204, error: null, errorCode: null, reply: '', retryAfterSeconds: null };
  };
  await using courier = courierOf(store, send, []);
  courier.start();
  await until(() => store.claims > 1);
  assert.ok(store.settled < 40, 'the next claim came while tries were under way');
});

test('a delivery is signed and dated by the clock of the database', async () => {
  const store = new Store([delivery(secrets.key)]);
  const sent: unknown[] = [];
  const send: SendWebhook = async ({ headers }) => {
    sent.push(headers['webhook-timestamp']);
    return { status: 204, error: null, errorCode: null, reply: '', retryAfterSeconds: null };
  };
  await using courier = courierOf(store, send, []);
  courier.start();
  await until(() => store.settled === 1);
  assert.deepEqual(sent, [String(claimedAt.getTime() / 1_000)]);
});

test('an endpoint that answers is sent more at a time, until it fails', async () => {
  const store = new Store(Array.from({ length: 10 }, () => delivery(secrets.key)));
  let status = 204;
  const send: SendWebhook = async () => ({
    status,
    error: null,
    errorCode: null,
    reply: '',
    retryAfterSeconds: null,
  });
  await using courier = courierOf(store, send, []);
  courier.start();
  await until(() => store.grown.at(-1)?.[0]?.most === 14);
  status = 500;
  store.add(delivery(secrets.key));
  await until(() => store.grown.at(-1)?.length === 0, 20);
  assert.deepEqual(store.grown[0], []);
});

test('a delivery without its master secret waits, and does not count as a failure', async () => {
  const store = new Store([delivery('unknown'), delivery('unknown')]);
  const errors: unknown[] = [];
  const send = () => Promise.reject(new Error('it must not be sent'));
  await using courier = courierOf(store, send, errors);
  courier.start();
  await until(() => store.released.length === 2);
  assert.ok(store.released.every((delayMs) => delayMs >= 10_000));
  assert.deepEqual([store.settled, errors.length], [0, 1]);
});

test('a delivery that a stop cuts off is given back, and counts as no attempt', async (t) => {
  const store = new Store([delivery(secrets.key)]);
  const cut = { status: null, error: 'stopped', errorCode: 'aborted', reply: '', retryAfterSeconds: null };
  const sending = Promise.withResolvers<void>();
  const send: SendWebhook = (_, signal) => {
    sending.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(cut)));
  };
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const courier = courierOf(store, send, []);
  courier.start();
  t.mock.timers.tick(10);
  await sending.promise;
  const stopped = courier[Symbol.asyncDispose]();
  t.mock.timers.tick(3_000);
  await stopped;
  assert.deepEqual([store.settled, store.released], [0, [0]]);
});

function courierOf(deliveries: DeliveryStore, send: SendWebhook, errors: unknown[]): WebhookCourier {
  const onError = (error: unknown) => errors.push(error);
  return new WebhookCourier({ deliveries, secrets, send, onDisabled: () => undefined, onError, everyMs: 10 });
}

/** Deliveries that are claimed at once, all of them. */
class Store implements DeliveryStore {
  claims = 0;
  settled = 0;
  readonly released: number[] = [];
  readonly grown: (readonly DeliveryWindow[])[] = [];
  readonly #due: ClaimedDelivery[];

  constructor(due: ClaimedDelivery[]) {
    this.#due = due;
  }

  add(due: ClaimedDelivery): void {
    this.#due.push(due);
  }

  async claim({ grown }: ClaimLimits) {
    this.claims += 1;
    this.grown.push(grown);
    return this.#due.splice(0);
  }

  async settle() {
    this.settled += 1;
    return 'settled' as const;
  }

  async release(_: ClaimedDelivery, delayMs: number) {
    this.released.push(delayMs);
  }
}

function delivery(key: string): ClaimedDelivery {
  const id = '0199c6a2-7f06-7a10-8b1c-4f0d5a6b7c07';
  const url = 'https://hooks.example.com/';
  const webhook = { clientId: 1, id, url, secret: { generation: 1, key }, previousSecrets: [] };
  const event = { id: eventId, type: 'webhook.test', userId: null, data: {}, at: new Date() };
  return { leaseId: id, webhook, event, step: 0, claimedAt };
}

export const breaks: readonly Break[] = [
  {
    rule: 'An endpoint that fails is sent few at a time again',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'else this.#windows.failed(id);',
    by: '',
  },
  {
    rule: 'A delivery is dated by the clock of the database',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'const at = delivery.claimedAt;',
    by: 'const at = new Date();',
  },
  {
    rule: 'Tries that end do not put off the next claim',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: ' || (this.#timer !== null && this.#claimsAt <= at)',
    by: '',
  },
  {
    rule: 'A missing master secret is no failure of the receiver',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace: 'if (secrets.length === 0) return this.#putOff(delivery);',
    by: '',
  },
  {
    rule: 'A delivery that a stop cuts off is given back',
    file: 'src/core/webhooks/webhook-courier.ts',
    replace:
      '    if (this.#stop.signal.aborted && outcome.status === null) return deliveries.release(delivery, 0);\n',
    by: '',
  },
];
