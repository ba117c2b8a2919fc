import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type MockScenario, mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { eventsOf } from '#test/reading/answer-events.ts';
import { parseEvents, type ReadEvent, textOf } from '#test/reading/events.ts';
import { asBytes, openSocket, readToClose } from '#test/reading/raw-http.ts';
import { type Hosted, openHosted } from '#test/world/hosted.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

const asEvents = { headers: { accept: 'text/event-stream' } };

describe('A reader, while no tick of the reading pace comes', { timeout: 120_000 }, () => {
  let hosted: Hosted;
  before(async () => {
    // Nothing that the tests receive has waited for a tick.
    hosted = await openHosted({ config: { limits: { reading_pace_ms: 3_600_000, drain_ms: 0 } } });
  });
  after(() => hosted[Symbol.asyncDispose]());

  /** The next answer: its first piece, and the others one by one once the reader has the first. */
  function answerInPieces(more: MockScenario = {}) {
    const { promise: restOn, resolve: goOn } = Promise.withResolvers<void>();
    hosted.api.provider.enqueue({ deltas: 10, paceMs: 30, restOn, ...more });
    return { goOn };
  }

  test('is given the text of a plain answer in two writes: the first piece, and the rest with the end', async () => {
    const partner = await hosted.api.partner();
    const { goOn } = answerInPieces();
    const socket = openSocket(hosted.api.portOf());
    socket.write(rawPrompt(partner));
    const answer = readToClose(socket);
    let seen = '';
    socket.on('data', (text) => {
      seen += text;
      if (seen.includes(asBytes(mockPiece(0)))) goOn();
    });
    const chunks = chunksIn(await answer);
    assert.deepEqual(chunks, [mockPiece(0), mockText(10).slice(mockPiece(0).length)].map(asBytes));
  });

  test('is given the events of an answer in two deltas, each with the cursor of its end', async () => {
    const partner = await hosted.api.partner();
    const { goOn } = answerInPieces();
    const { body } = await partner.open({}, asEvents);
    assert.ok(body !== null);
    assertTwoDeltas(await eventsInPieces(body, goOn));
  });

  test('is given the answer of the hosted page in two deltas', async () => {
    const tenant = await hosted.tenant();
    const { browser } = await tenant.visitor();
    const { goOn } = answerInPieces();
    const [response] = await once(
      browser.open(tenant.url('/chat/stream'), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: tenant.url().slice(0, -1),
          ...asEvents.headers,
        },
        body: JSON.stringify({ prompt: 'Hello' }),
      }),
      'response',
    );
    assertTwoDeltas(await eventsInPieces(response, goOn));
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
    const texts = ['first', ...Array.from({ length: 3 }, (_, index) => `${index}`.repeat(6 * 1024))];
    const { goOn } = answerInPieces({ texts, deltas: texts.length, paceMs: 15, stallAfter: texts.length });
    let seen = '';
    for await (const { event, data } of eventsOf(await partner.open({}, asEvents))) {
      if (event === 'delta') seen += data['text'];
      if (seen !== '') goOn();
      if (seen.length >= texts.join('').length) break;
    }
    assert.equal(seen, texts.join(''));
  });
});

/** The events of an answer, of which the rest comes once the first text is here. */
async function eventsInPieces(
  body: AsyncIterable<Uint8Array>,
  goOn: () => void,
): Promise<readonly ReadEvent[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(mockPiece(0))) goOn();
  }
  return parseEvents(text);
}

function assertTwoDeltas(events: readonly ReadEvent[]): void {
  const deltas = events.filter(({ event }) => event === 'delta');
  assert.deepEqual([deltas.length, textOf(deltas)], [2, mockText(10)]);
  assert.equal(deltas[0]?.data['text'], mockPiece(0), 'the first text waited');
  let bytes = 0;
  for (const { id, data } of deltas) {
    bytes += Buffer.byteLength(String(data['text']));
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

export const breaks: readonly Break[] = [
  {
    rule: 'The places of a running answer are counted in bytes',
    file: 'src/core/turn/answer-text.ts',
    replace: 'const bytes = Buffer.byteLength(text);',
    by: 'const bytes = text.length;',
  },
  {
    rule: 'A follower is given text at the reading pace',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'const { pace } = this.#options.reading;',
    by: 'const pace = { join: (onTick) => ({ wait: onTick, leave: () => {} }) };',
  },
];
