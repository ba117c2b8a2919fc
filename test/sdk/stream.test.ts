import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { AnswerFailedError, ConversationBusyError, ParleyError } from '../../src/sdk/index.ts';
import { collect, startPair } from './client.ts';
import {
  conversationUuid,
  delta,
  done,
  event,
  events,
  eventsThenWait,
  hangUp,
  jobUuid,
  messageUuid,
  meta,
  refusal,
  usage,
  user,
} from './wire-answers.ts';

const ask = { prompt: 'Hello', externalUserId: user };

test('the text of an answer arrives in pieces', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, delta('Hel'), delta('lo', 'Hel'), done));
  assert.deepEqual(await collect(pair.client.stream(ask)), ['Hel', 'lo']);
});

test('a prompt travels as the interface has it, with a key that makes it repeatable', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, done));
  const options = { detailedResponse: true, priority: 'priority', ifBusy: 'interrupt' } as const;
  const context = { facts: { plan: 'pro', seats: 12 }, page: { title: 'Prices' } };
  await pair.client.stream({ ...ask, agentSlug: 'helper', conversationUuid, context, options }).text();
  const [call] = pair.service.calls;
  assert.equal(call?.headers.authorization, 'Bearer parley_sk_test');
  assert.equal(call?.headers.accept, 'text/event-stream');
  assert.match(String(call?.headers['idempotency-key']), /^[0-9a-f-]{36}$/);
  assert.deepEqual(call?.body, {
    prompt: 'Hello',
    agent_slug: 'helper',
    conversation_uuid: conversationUuid,
    context: { external_user_id: user, ...context },
    options: {
      detailed_response: true,
      priority: 'priority',
      if_busy: 'interrupt',
      on_disconnect: 'continue',
    },
  });
});

test('the names of an answer are known before its text, without reading it', async () => {
  await using pair = await startPair();
  pair.service
    .on('POST /v1/stream', eventsThenWait(meta))
    .on(`POST /v1/jobs/${jobUuid}/cancel`, ({ response }) => void response.end('{}'));
  const answer = pair.client.stream(ask);
  assert.deepEqual(await Promise.all([answer.jobUuid, answer.conversationUuid, answer.messageUuid]), [
    jobUuid,
    conversationUuid,
    messageUuid,
  ]);
  await answer.cancel();
});

test('events are typed and keep the names of the wire', async () => {
  await using pair = await startPair();
  const queue = { queue_name: 'standard', queue_position: 2, eta_seconds: 4 };
  const step = { step_uuid: jobUuid, kind: 'thinking', label: null, status: 'running' };
  pair.service.on(
    'POST /v1/stream',
    events(
      ...[': beat\n\n', meta, event('queue', queue), event('step', step), delta('Hi')],
      ...[event('usage', { usage }), done],
    ),
  );
  assert.deepEqual(await collect(pair.client.stream(ask).events()), [
    {
      ...{ type: 'meta', conversation_uuid: conversationUuid, message_uuid: messageUuid },
      ...{ job_uuid: jobUuid, usage },
    },
    { type: 'queue', ...queue },
    { type: 'step', ...step },
    { type: 'delta', text: 'Hi' },
    { type: 'usage', usage },
    {
      ...{ type: 'done', finish_reason: 'stop', message_uuid: messageUuid, ai_generated: true },
      ...{ citations: null, links: null },
    },
  ]);
});

test('an event that this version does not know is passed over', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, event('mood', { sunny: true }), delta('Hi'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hi');
});

test('a result names everything about a complete answer', async () => {
  await using pair = await startPair();
  const length = event('done', { finish_reason: 'length', message_uuid: messageUuid });
  pair.service.on('POST /v1/stream', events(meta, delta('Hi'), length));
  assert.deepEqual(await pair.client.stream(ask).result(), {
    ...{
      text: 'Hi',
      aiGenerated: true,
      finishReason: 'length',
      citations: null,
      links: null,
      actions: [],
      jobUuid,
      conversationUuid,
      messageUuid,
      usage,
    },
  });
});

test('a result has what the answer asks its reader', async () => {
  await using pair = await startPair();
  const action = {
    ...{ action_uuid: jobUuid, question: 'Cancel order 7?', status: 'pending' },
    ...{ arguments: [{ name: 'order_id', value: '7' }], expires_at: '2026-11-26T08:15:00.000Z' },
  };
  const asks = { finish_reason: 'stop', message_uuid: messageUuid, actions: [action] };
  pair.service.on('POST /v1/stream', events(meta, delta('Cancel order 7?'), event('done', asks)));
  assert.deepEqual((await pair.client.stream(ask).result()).actions, [action]);
});

test('a result has what the answer cites, and the addresses that are known', async () => {
  await using pair = await startPair();
  const citation = {
    ...{ n: 1, source: 'client', document_id: 'prices', title: 'Prices', url: null, heading: '' },
    ...{ quote: 'It costs 10.', support: 'quoted' },
  };
  const rests = { citations: [citation], links: ['https://example.com/prices'] };
  const end = { finish_reason: 'stop', message_uuid: messageUuid, ...rests };
  pair.service.on('POST /v1/stream', events(meta, delta('It costs 10 [1].'), event('done', end)));
  const { citations, links } = await pair.client.stream(ask).result();
  assert.deepEqual({ citations, links }, rests);
});

test('text() after a loop gives what the loop has read', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, delta('Hel'), delta('lo', 'Hel'), done));
  const answer = pair.client.stream(ask);
  await collect(answer);
  assert.equal(await answer.text(), 'Hello');
});

test('a second loop over an answer is refused', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, delta('Hi'), done));
  const answer = pair.client.stream(ask);
  await collect(answer);
  await assert.rejects(collect(answer), ParleyError);
});

test('an error event is thrown with its code, after the text before it', async () => {
  await using pair = await startPair();
  const failed = {
    code: 'provider_timeout',
    title: 'Too slow',
    detail: 'It took too long.',
    retryable: true,
    reason: 'content_filter',
  };
  pair.service.on('POST /v1/stream', events(meta, delta('Hi'), event('error', failed)));
  const read: string[] = [];
  const reading = (async () => {
    for await (const text of pair.client.stream(ask)) read.push(text);
  })();
  await assert.rejects(reading, (error) => {
    assert.ok(error instanceof AnswerFailedError);
    assert.deepEqual(
      [error.code, error.title, error.detail, error.retryable, error.reason, error.jobUuid],
      [...Object.values(failed), jobUuid],
    );
    return true;
  });
  assert.deepEqual(read, ['Hi']);
  assert.equal(pair.service.calls.length, 1);
});

test('a refusal is thrown by whatever the answer is asked for', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', refusal('conversation_busy', { job_uuid: jobUuid }));
  const isBusy = (error: unknown) => error instanceof ConversationBusyError && error.jobUuid === jobUuid;
  const answer = pair.client.stream(ask);
  await assert.rejects(answer.conversationUuid, isBusy);
  await assert.rejects(answer.text(), isBusy);
  await assert.rejects(collect(pair.client.stream(ask)), isBusy);
});

test('an answer that is refused and never read has no effect on others', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', refusal('invalid_api_key'));
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  const answer = pair.client.stream(ask);
  await assert.rejects(answer.jobUuid);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  assert.deepEqual(unhandled, []);
});

test('a prompt whose answer was lost on the way is sent again under the same key', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', hangUp, events(meta, delta('Hi'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hi');
  const keys = pair.service.calls.map(({ headers }) => headers['idempotency-key']);
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
});

test("the caller's own idempotency key is sent", async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, done));
  await pair.client.stream(ask, { idempotencyKey: 'order-7' }).text();
  assert.equal(pair.service.calls[0]?.headers['idempotency-key'], 'order-7');
});

export const breaks: readonly Break[] = [
  {
    rule: 'A result of the client package has what the answer asks its reader',
    file: 'src/sdk/answer/answer-progress.ts',
    replace: 'this.actions = event.actions ?? [];',
    by: '',
  },
  {
    rule: 'A result of the client package has what the answer cites',
    file: 'src/sdk/answer/answer-progress.ts',
    replace: '        this.citations = event.citations ?? null;\n',
    by: '',
  },
  {
    rule: 'A result of the client package has the addresses that are known',
    file: 'src/sdk/answer/answer-progress.ts',
    replace: '        this.links = event.links ?? null;\n',
    by: '',
  },
  {
    rule: 'A failure of the client package has its reason',
    file: 'src/sdk/errors.ts',
    replace: '    this.reason = error.reason;\n',
    by: '    this.reason = null;\n',
  },
];
