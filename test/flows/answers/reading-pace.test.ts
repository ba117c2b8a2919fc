import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { eventsOf } from '#test/reading/answer-events.ts';
import { parseEvents, type ReadEvent, textOf } from '#test/reading/events.ts';
import { exchange } from '#test/reading/raw-http.ts';
import { type Hosted, openHosted } from '#test/world/hosted.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const asEvents = { headers: { accept: 'text/event-stream' } };

describe('A reader, while no tick of the reading pace comes', { timeout: 30_000 }, () => {
  let hosted: Hosted;
  before(async () => {
    // Nothing that the tests receive has waited for a tick.
    hosted = await openHosted({ config: { limits: { reading_pace_ms: 3_600_000, drain_ms: 0 } } });
  });
  after(() => hosted[Symbol.asyncDispose]());

  test('is given the text of a plain answer in two writes: the first piece, and the rest with the end', async () => {
    const partner = await hosted.api.partner({ model: 'openai/mock:deltas=10,pace=30' });
    const chunks = chunksIn(await exchange(hosted.api.portOf(), rawPrompt(partner)));
    assert.deepEqual([chunks.length, chunks.join('')], [2, mockText(10)]);
  });

  test('is given the events of an answer in two deltas, each with the cursor of its end', async () => {
    const partner = await hosted.api.partner({ model: 'openai/mock:deltas=10,pace=30' });
    assertTwoDeltas(parseEvents((await partner.send({}, asEvents)).text));
  });

  test('is given the answer of the hosted page in two deltas', async () => {
    const tenant = await hosted.tenant({ model: 'openai/mock:deltas=10,pace=30' });
    const { browser } = await tenant.visitor();
    const prompt = { prompt: 'Hello' };
    const page = await browser.sendJson(tenant.url('/chat/stream'), 'POST', prompt, asEvents.headers);
    assertTwoDeltas(parseEvents(page.text));
  });

  test('is given what it follows in two deltas', async () => {
    const partner = await hosted.api.partner({ model: 'openai/mock:deltas=10,pace=30' });
    const sent = await partner.open({ options: { on_disconnect: 'continue' } });
    const path = `/jobs/${sent.headers.get('x-job-id')}/stream?external_user_id=user-1`;
    const followed = parseEvents((await partner.get(path, asEvents)).text);
    assert.equal(textOf(followed), mockText(10));
    assert.ok(followed.filter(({ event }) => event === 'delta').length <= 2);
    assert.equal(await sent.text(), mockText(10));
  });

  test('gets the first text of an answer that then stalls, and the cancellation at once', async () => {
    const partner = await hosted.api.partner();
    hosted.api.provider.enqueue({ stallAfter: 1 });
    const response = await partner.open({}, asEvents);
    const id = response.headers.get('x-job-id');
    const told: string[] = [];
    for await (const { event, data } of eventsOf(response)) {
      told.push(event === 'delta' ? String(data['text']) : event);
      if (event === 'delta') await partner.post(`/jobs/${id}/cancel?external_user_id=user-1`, undefined);
    }
    assert.deepEqual(told, ['meta', mockPiece(0), 'error']);
  });

  test('gets a failure at once, after the text before it', async () => {
    const partner = await hosted.api.partner({ model: 'openai/mock:error=5,pace=15' });
    const events = parseEvents((await partner.send({}, asEvents)).text);
    assert.equal(textOf(events), mockText(5));
    assert.equal(events.at(-1)?.event, 'error');
    const plain = await partner.send();
    assert.deepEqual([plain.complete, plain.text], [false, mockText(5)]);
  });

  test('is given 16 KiB before the tick', async () => {
    const partner = await hosted.api.partner();
    const texts = Array.from({ length: 4 }, (_, index) => `${index}`.repeat(6 * 1024));
    hosted.api.provider.enqueue({ texts, paceMs: 15, stallAfter: texts.length });
    let seen = '';
    for await (const { event, data } of eventsOf(await partner.open({}, asEvents))) {
      if (event === 'delta') seen += data['text'];
      if (seen.length >= texts.join('').length) break;
    }
    assert.equal(seen, texts.join(''));
  });
});

function assertTwoDeltas(events: readonly ReadEvent[]): void {
  const deltas = events.filter(({ event }) => event === 'delta');
  assert.deepEqual([deltas.length, textOf(deltas)], [2, mockText(10)]);
  assert.ok(String(deltas[0]?.data['text']).length < mockText(10).length / 2, 'the first text waited');
  let bytes = 0;
  for (const { id, data } of deltas) {
    bytes += String(data['text']).length;
    assert.equal(id, `1.${bytes}`);
  }
  assert.equal(events.at(-1)?.event, 'done');
}

function rawPrompt(partner: Partner): string {
  const body = JSON.stringify(chatBody());
  return (
    'POST /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n' +
    `Authorization: Bearer ${partner.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** The chunks of an answer as they are framed, however the network delivered them. */
function chunksIn(answer: string): string[] {
  const chunks: string[] = [];
  let rest = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  for (;;) {
    const end = rest.indexOf('\r\n');
    const length = Number.parseInt(rest.slice(0, end), 16);
    if (!(length > 0)) return chunks;
    chunks.push(rest.slice(end + 2, end + 2 + length));
    rest = rest.slice(end + 2 + length + 2);
  }
}
