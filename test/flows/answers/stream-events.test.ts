import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { problemOf } from '#test/reading/answered.ts';
import { parseEvents, textOf } from '#test/reading/events.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';

const asEvents = { headers: { accept: 'text/event-stream' } };

describe('POST /stream as events', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  test('begins with the ids and the usage, and ends with done', async () => {
    const partner = await api.partner({ daily_limit: 3 });
    const answer = await partner.send({}, asEvents);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const events = parseEvents(answer.text);
    const [meta] = events;
    const done = events.at(-1);
    assert.equal(meta?.event, 'meta');
    assert.equal(meta.id, '1.0');
    assert.deepEqual(meta.data, {
      conversation_uuid: answer.headers.get('x-conversation-id'),
      message_uuid: answer.headers.get('x-message-id'),
      job_uuid: answer.headers.get('x-job-id'),
      usage: await partner.usage(),
    });
    assert.equal(textOf(events), mockText(5));
    assert.equal(done?.event, 'done');
    assert.deepEqual(done.data, {
      finish_reason: 'stop',
      message_uuid: answer.headers.get('x-message-id'),
      ai_generated: true,
      citations: null,
      links: null,
    });
    assert.ok(answer.complete);
  });

  test('gives every event a cursor in bytes of UTF-8', async () => {
    const partner = await api.partner({ model: 'openai/mock:tricky' });
    const events = parseEvents((await partner.send({}, asEvents)).text);
    let bytes = 0;
    for (const { id, event, data } of events) {
      if (event === 'delta') bytes += Buffer.byteLength(String(data['text']));
      assert.equal(id, `1.${bytes}`);
    }
    assert.ok(bytes > 0);
  });

  test('resumes from any cursor with exactly the rest', async () => {
    const partner = await api.partner({ model: 'openai/mock:tricky' });
    const answer = await partner.send({}, asEvents);
    const events = parseEvents(answer.text);
    const path = `/jobs/${answer.headers.get('x-job-id')}/stream?external_user_id=user-1`;
    for (const [index, { id }] of events.entries()) {
      const rest = await partner.get(path, { headers: { ...asEvents.headers, 'last-event-id': id ?? '' } });
      assert.equal(textOf(parseEvents(rest.text)), textOf(events.slice(index + 1)), `after ${id}`);
    }
  });

  test('reports a failure before the first text in an event', async () => {
    const partner = await api.partner({ model: 'openai/mock:status=500' });
    const answer = await partner.send({}, asEvents);
    assert.equal(answer.status, 200);
    const events = parseEvents(answer.text);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['meta', 'error'],
    );
    assert.equal(events[1]?.data['code'], 'provider_error');
    assert.equal(events[1]?.data['retryable'], true);
    assert.equal((await partner.usage()).requests.used, 0);
  });

  test('reports a failure after the first text in an event, after the text', async () => {
    const partner = await api.partner({ model: 'openai/mock:error=2' });
    const events = parseEvents((await partner.send({}, asEvents)).text);
    assert.equal(textOf(events), mockPiece(0) + mockPiece(1));
    assert.equal(events.at(-1)?.event, 'error');
    assert.equal(events.at(-1)?.data['code'], 'provider_error');
  });

  test('is refused before admission with a status, like text', async () => {
    const partner = await api.partner({ daily_limit: 0 });
    problemOf(await partner.send({}, asEvents), 'quota_exceeded');
  });

  test('is chosen by the Accept header, whatever else it lists', async () => {
    const partner = await api.partner();
    for (const accept of ['text/plain', '*/*', 'application/json', 'text/event-stream;q=0']) {
      const { headers } = await partner.send({}, { headers: { accept } });
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8', accept);
    }
    for (const accept of ['TEXT/Event-Stream', 'text/plain, text/event-stream; q=0.9']) {
      const { headers } = await partner.send({}, { headers: { accept } });
      assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8', accept);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A stored answer is followed from the cursor on',
    file: 'src/core/jobs/follow-turn.ts',
    replace: 'turns.readSlice(this.#owner, this.#turnId, this.#cursor),',
    by: 'turns.readSlice(this.#owner, this.#turnId, { ...this.#cursor, bytes: 0 }),',
  },
];
