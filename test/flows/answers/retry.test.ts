import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Conversation } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const retry = { options: { think_harder_retry: true }, prompt: undefined };
const chargedOnce = { requests: 1, priority: 0, deep_dive: 0, refunded: false };
const regenerate = { options: { regenerate: true }, prompt: undefined };

describe('the last question, answered again', () => {
  let api: Api;
  before(async () => {
    api = await shareApi();
  });

  /** A conversation with one question and its answer. */
  async function answered(partner: Partner) {
    api.provider.enqueue({ texts: ['short'] });
    const { headers } = await partner.send({ prompt: 'Why?' });
    return headers.get('x-conversation-id');
  }

  const contents = async (partner: Partner, id: string | undefined) => {
    const { text } = await partner.get(`/conversations/${id}?external_user_id=user-1`);
    const { messages }: Conversation = JSON.parse(text);
    return messages;
  };

  test('answers the last question again, and keeps both versions', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const conversation_uuid = await answered(partner);
    api.provider.enqueue({ texts: ['thorough'] });
    const again = await partner.send({ ...retry, conversation_uuid });
    assert.equal(again.status, 200, again.text);
    const messages = await contents(partner, conversation_uuid);
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content]),
      [
        ['user', 'Why?'],
        ['assistant', 'short'],
        ['assistant', 'thorough'],
      ],
    );
    assert.equal(messages[2]?.reply_to, messages[0]?.message_uuid);
  });

  test('asks the provider without the answer that is retried', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const conversation_uuid = await answered(partner);
    await partner.send({ ...retry, conversation_uuid });
    const [instructions, ...messages] = api.provider.calls.at(-1)?.messages ?? [];
    assert.deepEqual(messages, [{ role: 'user', content: 'Why?' }]);
    assert.match(instructions?.content ?? '', /thorough answer/);
  });

  test('feeds the latest version, and only that, into the next prompt', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const conversation_uuid = await answered(partner);
    api.provider.enqueue({ texts: ['thorough'] });
    await partner.send({ ...retry, conversation_uuid });
    await partner.send({ prompt: 'And then?', conversation_uuid });
    assert.deepEqual(api.provider.calls.at(-1)?.messages.slice(1), [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'thorough' },
      { role: 'user', content: 'And then?' },
    ]);
  });

  test('takes the same prompt, and refuses another one', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const conversation_uuid = await answered(partner);
    const same = await partner.send({ ...retry, conversation_uuid, prompt: ' Why? ' });
    assert.equal(same.status, 200, same.text);
    const before = await partner.traces();
    const other = await partner.send({ ...retry, conversation_uuid, prompt: 'How?' });
    assert.equal(problemOf(other, 'validation_error').errors?.[0]?.pointer, '/prompt');
    assert.deepEqual(await partner.traces(), before);
  });

  test('has nothing to retry without a conversation', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    problemOf(await partner.send(retry), 'no_response_to_retry');
  });

  test('retries an answer that failed without text', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    api.provider.enqueue({ status: 400 });
    const failed = await partner.send({ prompt: 'Why?' });
    assert.equal(failed.status, 422, failed.text);
    const again = await partner.send({
      ...retry,
      conversation_uuid: failed.headers.get('x-conversation-id'),
    });
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(api.provider.calls.at(-1)?.messages.at(-1), { role: 'user', content: 'Why?' });
  });

  test('is refused where Deep Dive is off, and leaves nothing behind', async () => {
    const partner = await api.partner();
    const conversation_uuid = await answered(partner);
    const before = await partner.traces();
    problemOf(await partner.send({ ...retry, conversation_uuid }), 'deep_dive_not_enabled');
    assert.deepEqual(await partner.traces(), before);
  });

  test('retries a partial answer', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    api.provider.enqueue({ texts: ['a', 'b', 'c'], errorAfter: 2 });
    const cut = await partner.send({ prompt: 'Why?' });
    assert.equal(cut.complete, false);
    const again = await partner.send({ ...retry, conversation_uuid: cut.headers.get('x-conversation-id') });
    assert.equal(again.status, 200, again.text);
  });

  test('counts both flags together as one Deep Dive', async () => {
    const partner = await api.partner({ deep_dive_enabled: true, user_deep_dive_limit: 5 });
    const conversation_uuid = await answered(partner);
    const options = { think_harder_retry: true, detailed_response: true };
    await partner.send({ conversation_uuid, prompt: undefined, options });
    const usage = await partner.usage();
    assert.equal(usage.deep_dive.label, '1/5');
    assert.equal(usage.requests.label, '2/unlimited');
  });

  test('is one more version without Deep Dive, which costs a request and feeds the next prompt', async () => {
    const partner = await api.partner({ user_deep_dive_limit: 5 });
    const conversation_uuid = await answered(partner);
    api.provider.enqueue({ texts: ['another'] });
    const again = await partner.send({ ...regenerate, conversation_uuid, prompt: 'Why?' });
    assert.equal(again.text, 'another');
    assert.deepEqual(api.provider.calls.at(-1)?.messages.slice(1), [{ role: 'user', content: 'Why?' }]);
    const job = await partner.finalJob(again.headers.get('x-job-id') ?? null);
    assert.deepEqual([job.deep_dive, job.charged], [false, chargedOnce]);
    await partner.send({ prompt: 'And then?', conversation_uuid });
    assert.deepEqual(api.provider.calls.at(-1)?.messages.slice(1), [
      { role: 'user', content: 'Why?' },
      { role: 'assistant', content: 'another' },
      { role: 'user', content: 'And then?' },
    ]);
    const { requests, deep_dive } = await partner.usage();
    assert.deepEqual([requests.used, deep_dive.used], [3, 0]);
  });

  for (const options of [retry.options, regenerate.options]) {
    test(`may have an answer that has ended in any way (${Object.keys(options).join()})`, async () => {
      const partner = await api.partner({ deep_dive_enabled: true });
      const conversation_uuid = await answered(partner);
      const again = { conversation_uuid, options, prompt: undefined };
      api.provider.enqueue({ texts: ['a', 'b', 'c'], errorAfter: 2 });
      assert.equal((await partner.send(again)).complete, false);
      api.provider.enqueue({ status: 403 });
      assert.equal((await partner.send(again)).status, 502);
      api.provider.enqueue({ stallAfter: 1 });
      const stopped = await partner.open(again);
      const job = stopped.headers.get('x-job-id');
      await partner.post(`/jobs/${job}/cancel`, { external_user_id: 'user-1' });
      await readAnswer(stopped);
      assert.equal((await partner.finalJob(job)).status, 'cancelled');
      assert.equal((await partner.send(again)).status, 200);
      assert.deepEqual(
        (await contents(partner, conversation_uuid)).map(({ status }) => status),
        ['complete', 'complete', 'partial', 'failed', 'partial', 'complete'],
      );
    });
  }

  test('is asked for in one way at most, and regenerated without Deep Dive', async () => {
    const partner = await api.partner({ deep_dive_enabled: true });
    const conversation_uuid = await answered(partner);
    const before = await partner.traces();
    for (const other of ['think_harder_retry', 'detailed_response']) {
      const options = { regenerate: true, [other]: true };
      const refused = await partner.send({ conversation_uuid, prompt: undefined, options });
      assert.ok(problemOf(refused, 'validation_error').errors?.[0]?.pointer.startsWith('/options/'));
    }
    const elsewhere = problemOf(await partner.send(regenerate), 'no_response_to_retry');
    assert.equal(elsewhere.errors?.[0]?.pointer, '/options/regenerate');
    const unsaid = { regenerate: true, think_harder_retry: false, detailed_response: null };
    assert.deepEqual(await partner.traces(), before);
    assert.equal((await partner.send({ conversation_uuid, prompt: undefined, options: unsaid })).status, 200);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A request asks for one version at most',
    file: 'src/core/turn/chat-request.ts',
    replace: 'if (second !== undefined) {',
    by: "if (second === 'think_harder_retry') {",
  },
  {
    rule: 'A retry is refused where Deep Dive is off',
    file: 'src/core/identity/turn-options.ts',
    replace: 'if (!caller.client.deepDiveEnabled)',
    by: 'if (!caller.client.deepDiveEnabled && !options.retry)',
  },
  {
    rule: 'Both Deep Dive flags together count once',
    file: 'src/core/turn/chat-request.ts',
    replace: 'deepDive: options.detailed_response === true || options.think_harder_retry === true,',
    by: 'deepDive: options.detailed_response === true && options.think_harder_retry !== true,',
  },
  {
    rule: 'An answer that is regenerated is no Deep Dive',
    file: 'src/core/turn/chat-request.ts',
    replace: 'deepDive: options.detailed_response === true || options.think_harder_retry === true,',
    by: 'deepDive: options.detailed_response === true || version.retry,',
  },
  {
    rule: 'A retry answers the last question and no other prompt',
    file: 'src/adapters/postgres/admissions/fact-statements.ts',
    replace: 'coalesce(a.prompt = q.content, true) as is_same',
    by: 'true as is_same',
  },
];
