import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { until } from '#test/reading/until.ts';
import { create, env, scopes, sendTest } from '#test/webhooks/endpoint.ts';
import { type Receiver, startReceiver } from '#test/webhooks/receiver.ts';
import { openApi } from '#test/world/api.ts';

/** Enough successes that an endpoint takes as many deliveries at a time as any may. */
const growing = 300;

test('two clients whose endpoints were quick and hang now delay no third', async () => {
  await using api = await openApi({ env });
  await using one = await startReceiver();
  await using other = await startReceiver();
  await using third = await startReceiver();
  const slow: { receiver: Receiver; send: (count: number) => Promise<unknown>; held: ServerResponse[] }[] =
    [];
  for (const receiver of [one, other]) {
    const partner = await api.partner({ scopes });
    const { id } = await create(partner, receiver);
    const send = (count: number) => api.database.query(manySql, [partner.client.id, id, count]);
    slow.push({ receiver, send, held: [] });
  }
  await Promise.all(slow.map(({ send }) => send(growing)));
  await Promise.all(slow.map(({ receiver }) => receiver.until(growing)));
  for (const { receiver, held } of slow) receiver.answer = (_, response) => held.push(response);
  await Promise.all(slow.map(({ send }) => send(growing)));
  // Whichever comes first, the other takes half of what is left: a quarter of all places.
  await until(() => slow.every(({ held }) => held.length >= 32));
  const partner = await api.partner({ scopes });
  const { id } = await create(partner, third);
  const [delivery] = await sendTest(partner, id, third, 1);
  assert.equal(delivery?.event.type, 'webhook.test');
  const hanging = slow.flatMap(({ held }) => held).filter((response) => !response.destroyed);
  const all = slow.flatMap(({ held }) => held).length;
  assert.equal(hanging.length, all, 'none of the others had been given up by then');
});

/** $1: the client, $2: its endpoint, $3: how many events are sent to it. */
const manySql = `
  with stored as (
    insert into events (client_id, id, type, data)
    select $1, event_id(), 'client.updated', '{}' from generate_series(1, $3) returning client_id, id
  )
  insert into webhook_deliveries (client_id, webhook_id, event_id) select client_id, $2, id from stored`;

export const breaks: readonly Break[] = [
  {
    rule: 'Two clients whose endpoints hang leave tries to a third',
    file: 'database/functions/11-webhooks.sql',
    replace: 'and due.place <= p_count - due.nth + 1',
    by: 'and due.nth <= p_count',
  },
];
