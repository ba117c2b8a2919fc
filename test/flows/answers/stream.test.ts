import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import type { Api } from '#test/world/api.ts';
import { shareApi } from '#test/world/shared-service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('POST /stream', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  test('answers in chunked text, with the headers of the contract', async () => {
    const partner = await api.partner({ daily_limit: 10, user_priority_limit: 4 });
    const answer = await partner.send();
    assert.equal(answer.status, 200);
    assert.equal(answer.text, mockText(5));
    assert.ok(answer.complete);
    const { headers } = answer;
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(headers.get('transfer-encoding'), 'chunked');
    assert.equal(headers.get('cache-control'), 'no-store, no-transform');
    assert.equal(headers.get('x-accel-buffering'), 'no');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    for (const name of ['x-conversation-id', 'x-message-id', 'x-job-id', 'x-request-id']) {
      assert.match(headers.get(name) ?? '', uuid, name);
    }
    assert.equal(
      headers.get('ratelimit-policy'),
      '"client-requests-per-day";q=10;w=86400, "user-priority-per-day";q=4;w=86400',
    );
    assert.match(
      headers.get('ratelimit') ?? '',
      /^"client-requests-per-day";r=9;t=\d+, "user-priority-per-day";r=4;t=\d+$/,
    );
  });

  test('stores the prompt and the answer, and titles the conversation from the prompt', async () => {
    const partner = await api.partner();
    const { headers } = await partner.send({ prompt: '  What is a lane?\n' });
    const id = headers.get('x-conversation-id');
    const read = await partner.get(`/conversations/${id}?external_user_id=user-1`);
    const conversation = JSON.parse(read.text);
    assert.equal(conversation.title, 'What is a lane?');
    assert.equal(conversation.agent_slug, 'assistant');
    assert.equal(conversation.active_job_uuid, null);
    const [question, answer] = conversation.messages;
    assert.deepEqual(
      [question.role, question.content, question.status],
      ['user', 'What is a lane?', 'complete'],
    );
    assert.deepEqual([answer.role, answer.content, answer.status], ['assistant', mockText(5), 'complete']);
    assert.equal(answer.message_uuid, headers.get('x-message-id'));
    assert.equal(answer.reply_to, question.message_uuid);
    const job = await partner.finalJob(headers.get('x-job-id') ?? null);
    assert.equal(job.status, 'completed');
    assert.equal(job.queue_name, null);
    assert.deepEqual(job.charged, { requests: 1, priority: 0, deep_dive: 0, refunded: false });
  });

  test('gives the provider the instructions and the history of a follow-up', async () => {
    const partner = await api.partner();
    const first = await partner.send({ prompt: 'First' });
    const conversation_uuid = first.headers.get('x-conversation-id');
    const second = await partner.send({ prompt: 'Second', conversation_uuid });
    assert.equal(second.headers.get('x-conversation-id'), conversation_uuid);
    const [instructions, ...messages] = api.provider.calls.at(-1)?.messages ?? [];
    assert.equal(instructions?.role, 'system');
    assert.deepEqual(messages, [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: mockText(5) },
      { role: 'user', content: 'Second' },
    ]);
  });

  test('takes a conversation in upper case for the same', async () => {
    const partner = await api.partner();
    const first = await partner.send();
    const id = first.headers.get('x-conversation-id');
    const second = await partner.send({ conversation_uuid: id?.toUpperCase() });
    assert.equal(second.headers.get('x-conversation-id'), id);
  });

  test('has stored an answer before its final chunk, so that no immediate follow-up meets a busy one', async () => {
    const partner = await api.partner();
    const first = await partner.send();
    const conversation_uuid = first.headers.get('x-conversation-id');
    for (let count = 0; count < 50; count++) {
      const { status } = await partner.send({ conversation_uuid });
      assert.equal(status, 200, `follow-up ${count}`);
    }
  });

  test('ends an answer of full length cleanly', async () => {
    const partner = await api.partner({ model: 'openai/mock:limited' });
    const answer = await partner.send();
    assert.ok(answer.complete);
    const { finish_reason } = await partner.output(answer.headers.get('x-job-id') ?? null);
    assert.equal(finish_reason, 'length');
  });

  test('accepts a prompt of 32,000 characters, counted as code points', async () => {
    const partner = await api.partner();
    const { status } = await partner.send({ prompt: ` ${'\u{1f600}'.repeat(32_000)} ` });
    assert.equal(status, 200);
    assert.equal(api.provider.calls.at(-1)?.messages.at(-1)?.content.length, 64_000);
  });

  test('loses nothing of an answer with NUL bytes and lone surrogates', async () => {
    const partner = await api.partner({ model: 'openai/mock:tricky' });
    const answer = await partner.send();
    const expected = 'a NUL \0, a lone \ufffd surrogate, another \ufffd, an emoji \u{1f600}.';
    assert.equal(answer.text, expected);
    assert.ok(answer.complete);
    const { answer: stored } = await partner.output(answer.headers.get('x-job-id') ?? null);
    assert.equal(stored, expected);
    const id = answer.headers.get('x-conversation-id');
    const read = await partner.get(`/conversations/${id}?external_user_id=user-1`);
    assert.equal(JSON.parse(read.text).messages[1].content, expected);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The characters of a prompt are code points',
    file: 'src/core/turn/chat-request.ts',
    replace: 'trimmed.length > limits.promptCharacters && [...trimmed].length > limits.promptCharacters',
    by: 'trimmed.length > limits.promptCharacters',
  },
  {
    rule: 'A chunk says how many bytes it has',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'const bytes = Buffer.byteLength(text);',
    by: 'const bytes = text.length;',
  },
];
