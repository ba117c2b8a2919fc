import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ChatCompletionChunk } from '#contract/openai/chat-completions.ts';
import { completionParameters } from '#contract/openai/parameters.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { complete, eventsIn, refusedWith, said, storedMessages } from '#test/openai/completion.ts';
import { refusedBodies } from '#test/openai/refused-bodies.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const question = said('user', 'A question');

describe('POST /openai/v1/chat/completions', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ deep_dive_enabled: true });
  });

  const conversationOf = (answer: { headers: ReadonlyMap<string, string> }) =>
    answer.headers.get('x-conversation-id') ?? '';
  const prompts = () => api.provider.calls.at(-1)?.messages ?? [];
  const listed = async (by = partner, user = 'user-1') => {
    const { text } = await by.get(`/conversations?limit=100&external_user_id=${user}`);
    const page: { data: { conversation_uuid: string }[] } = JSON.parse(text);
    return page.data.map(({ conversation_uuid }) => conversation_uuid);
  };

  test('answers a completion with the conversation and the meters', async () => {
    const answer = await complete(partner, { service_tier: 'priority', metadata: { deep_dive: 'true' } });
    assert.equal(answer.status, 200);
    const body = JSON.parse(answer.text);
    const { id, created, usage, ...rest } = body;
    assert.match(id, /^chatcmpl-[0-9a-f-]{36}$/);
    assert.ok(Math.abs(created - Date.now() / 1000) < 60);
    assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    assert.deepEqual(rest, {
      object: 'chat.completion',
      model: 'assistant',
      system_fingerprint: null,
      service_tier: 'priority',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: mockText(5), refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      metadata: { conversation_uuid: conversationOf(answer), ai_generated: 'true' },
    });
    const job = await partner.finalJob(answer.headers.get('x-job-id') ?? null);
    assert.deepEqual(job.charged, { requests: 1, priority: 1, deep_dive: 1, refunded: false });
    assert.match(answer.headers.get('ratelimit-policy') ?? 'none', /none|;q=/);
  });

  test('streams chunks that begin with the role, and ends after the stored answer', async () => {
    const answer = await complete(partner, { stream: true, stream_options: { include_usage: true } });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const events = eventsIn(answer);
    assert.equal(events.pop(), '[DONE]');
    const chunks: ChatCompletionChunk[] = events.map((event) => JSON.parse(event));
    const usage = chunks.pop();
    assert.deepEqual(usage?.choices, []);
    assert.ok((usage?.usage?.total_tokens ?? 0) > 0);
    assert.ok(chunks.every((chunk) => chunk.usage === null && chunk.id === usage?.id));
    const marks = chunks.flatMap(({ metadata }) => metadata ?? []);
    assert.deepEqual(marks, [{ conversation_uuid: conversationOf(answer), ai_generated: 'true' }]);
    const [first, ...rest] = chunks.map(({ choices }) => choices[0]);
    assert.deepEqual(first, { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null });
    assert.deepEqual(rest.pop(), { index: 0, delta: {}, finish_reason: 'stop' });
    assert.ok(rest.every((choice) => choice?.finish_reason === null && !('role' in choice.delta)));
    assert.equal(rest.map((choice) => choice?.delta.content).join(''), mockText(5));
    const next = await complete(partner, { metadata: { conversation_uuid: conversationOf(answer) } });
    assert.equal(next.status, 200);
  });

  test('says in the stream why an answer broke off, and leaves out the end', async () => {
    api.provider.enqueue({ errorAfter: 2 });
    const answer = await complete(partner, { stream: true });
    assert.equal(answer.complete, false);
    const last: { error: object } = JSON.parse(eventsIn(answer).at(-1) ?? '{}');
    assert.partialDeepStrictEqual(last.error, { type: 'server_error', param: null, code: 'provider_error' });
    assert.ok(!answer.text.includes('[DONE]'));
  });

  test('tells clients not to repeat what was charged, or what stays refused', async () => {
    api.provider.enqueue({ errorAfter: 2 });
    const cut = await complete(partner);
    assert.deepEqual([cut.status, cut.headers.get('x-should-retry')], [502, 'false']);
    api.provider.enqueue({ status: 400 });
    const refused = await complete(partner);
    assert.deepEqual([refused.status, refused.headers.get('x-should-retry')], [400, 'false']);
    const full = await complete(await api.partner({ daily_limit: 0 }));
    assert.deepEqual(refusedWith(full), [429, 'insufficient_quota', null]);
    assert.equal(full.headers.get('x-should-retry'), 'false');
  });

  test('takes the end user from the request, the header of the settings, or the default', async () => {
    const named = await api.partner({ openai_user_header: 'x-chat-user', openai_default_user: 'default' });
    const none = { user: undefined };
    const in_ = (value: string) => ({ headers: { 'x-chat-user': Buffer.from(value).toString('latin1') } });
    for (const [user, body, options] of [
      ['one', { safety_identifier: 'one', user: 'one' }, {}],
      ['jürgen', none, in_('jürgen')],
      ['default', none, {}],
    ] as const) {
      const answer = await complete(named, { store: true, ...body }, options);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await listed(named, encodeURIComponent(user)), [conversationOf(answer)]);
    }
    const before = [await named.traces(), await partner.traces()];
    for (const [by, expected, body, options] of [
      [named, [400, 'identity_conflict', 'user'], { safety_identifier: 'one', user: 'two' }, {}],
      [named, [400, 'identity_conflict', 'x-chat-user'], { user: 'two' }, in_('one')],
      [named, [400, 'reserved_identity_prefix', 'user'], { user: 'hu:1' }, {}],
      [partner, [400, 'external_user_id_required', 'safety_identifier'], none, in_('one')],
    ] as const) {
      assert.deepEqual(refusedWith(await complete(by, body, options)), expected);
    }
    assert.deepEqual([await named.traces(), await partner.traces()], before);
  });

  test('keeps the messages before the last one, and lists the conversation where it is stored', async () => {
    const earlier = [
      said('user', 'One'),
      said('assistant', [{ type: 'text', text: 'Two' }]),
      said('user', 'Three'),
    ];
    const kept = conversationOf(await complete(partner, { messages: [...earlier, question], store: true }));
    const hidden = conversationOf(await complete(partner, { messages: [...earlier, question] }));
    assert.deepEqual(
      prompts().slice(1),
      [...earlier, question].map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : 'Two',
      })),
    );
    const found = await listed();
    assert.deepEqual([found.includes(kept), found.includes(hidden)], [true, false]);
    assert.deepEqual(await storedMessages(api, hidden), [
      { role: 'user', content: 'One', turn: false, answers: null },
      { role: 'assistant', content: 'Two', turn: false, answers: 1 },
      { role: 'user', content: 'Three', turn: false, answers: null },
      { role: 'user', content: 'A question', turn: true, answers: null },
      { role: 'assistant', content: mockText(5), turn: true, answers: 4 },
    ]);
    const { text } = await partner.get(`/conversations/${hidden}?external_user_id=user-1`);
    assert.partialDeepStrictEqual(JSON.parse(text), { title: 'One' });
    const asUser = { external_user_id: 'user-1' };
    const rated = JSON.parse(
      (await partner.post(`/conversations/${hidden}/feedback`, { rating: 'up', ...asUser })).text,
    );
    const messages = JSON.parse(text).messages.map(
      (message: { message_uuid: string }) => message.message_uuid,
    );
    assert.equal(rated.message_uuid, messages.at(-1));
    const brought = { rating: 'up', message_uuid: messages[1], ...asUser };
    assert.equal((await partner.post(`/conversations/${hidden}/feedback`, brought)).status, 422);
    await complete(partner, { store: true }, { headers: { 'x-conversation-id': hidden } });
    assert.ok((await listed()).includes(hidden));
  });

  test('continues a stored conversation, whose messages are used', async () => {
    const first = await complete(partner, { messages: [said('user', 'Stored')] });
    const metadata = { conversation_uuid: conversationOf(first) };
    const notRead = [
      said('user', 'Not stored'),
      said('user', [{ type: 'image_url', image_url: { url: 'x' } }]),
      said('tool', 'x'),
    ];
    const next = await complete(partner, { metadata, messages: [...notRead, question] });
    assert.equal(conversationOf(next), conversationOf(first));
    assert.deepEqual(
      prompts()
        .slice(1)
        .map(({ content }) => content),
      ['Stored', mockText(5), 'A question'],
    );
    const last = await complete(partner, { metadata, messages: [question, said('tool', 'x')] });
    assert.deepEqual(refusedWith(last), [400, 'unsupported_parameter', 'messages[1].role']);
  });

  test('treats system messages as the client’s setting says', async () => {
    const messages = [said('system', 'Be brief.'), said('developer', 'Be kind.'), question];
    await complete(partner, { messages });
    assert.match(prompts()[0]?.content ?? '', /.\n\nBe brief\.\n\nBe kind\.$/);
    await complete(await api.partner({ openai_system: 'ignore' }), { messages });
    assert.doesNotMatch(prompts()[0]?.content ?? '', /Be brief/);
    const refused = await complete(await api.partner({ openai_system: 'refuse' }), { messages });
    assert.deepEqual(refusedWith(refused), [400, 'unsupported_parameter', 'messages[0].role']);
    const long = await complete(partner, { messages: [said('system', 'x'.repeat(8_001)), question] });
    assert.deepEqual(refusedWith(long), [400, 'validation_error', 'messages']);
  });

  test('accepts the parameters that have no effect', async () => {
    const ignored = Object.fromEntries(completionParameters.ignored.map((name) => [name, 1]));
    const harmless = {
      n: 1,
      tools: [],
      tool_choice: 'auto',
      logprobs: false,
      response_format: { type: 'text' },
    };
    const answer = await complete(partner, { ...ignored, ...harmless, audio: null });
    assert.equal(answer.status, 200, answer.text);
  });

  test('refuses by name what it cannot do, and has done nothing then', async () => {
    const plain = await api.partner();
    const before = await plain.traces();
    for (const [expected, body] of refusedBodies) {
      assert.deepEqual(refusedWith(await complete(plain, body)), expected);
    }
    assert.deepEqual(await plain.traces(), before);
  });

  test('stores and charges nothing of an import that is refused', async () => {
    const full = await api.partner({ daily_limit: 0 });
    const before = await full.traces();
    const refused = await complete(full, { messages: [question, said('assistant', 'x'), question] });
    assert.deepEqual(refusedWith(refused), [429, 'insufficient_quota', null]);
    assert.deepEqual(await full.traces(), before);
  });

  test('repeats an answer for the same Idempotency-Key, and charges once', async () => {
    const own = await api.partner();
    const keyed = { headers: { 'idempotency-key': 'key-1' } };
    const messages = [question, said('assistant', 'x'), question];
    const first = await complete(own, { messages }, keyed);
    const again = await complete(own, { messages }, keyed);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const [one, other] = [
      { ...keyed, headers: { 'idempotency-key': 'key-2' } },
      { stream: true, messages },
    ];
    const streamed = await complete(own, other, one);
    assert.equal((await complete(own, other, one)).text, streamed.text);
    assert.equal((await own.usage()).requests.used, 2);
    const mismatch = await complete(own, {}, keyed);
    assert.deepEqual(refusedWith(mismatch), [400, 'idempotency_mismatch', null]);
    assert.equal((await own.send({}, keyed)).status, 200);
    const collides = { headers: { 'idempotency-key': 'chat completion key-3' } };
    assert.equal((await own.send({}, collides)).status, 200);
    assert.equal((await complete(own, {}, { headers: { 'idempotency-key': 'key-3' } })).status, 200);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A stop is refused, because nothing would stop there',
    file: 'src/contract/openai/parameters.ts',
    replace: "['repetition_penalty', 'logit_bias', 'seed']",
    by: "['repetition_penalty', 'logit_bias', 'seed', 'stop']",
  },
  {
    rule: 'A follow-up reads the last message only',
    file: 'src/core/openai/read-messages.ts',
    replace: 'if (isFollowUp && index < prompt && !isSystem(message)) continue;',
    by: '',
  },
  {
    rule: 'Two names of an end user must agree',
    file: 'src/core/identity/agreed-user-id.ts',
    replace: 'one.userId !== userId',
    by: 'named.length < 0',
  },
  {
    rule: 'An answer that was brought along is not rated',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'and m.turn_id is not null and m.content',
    by: 'and m.content',
  },
  {
    rule: 'The key of a completion is none that a stream can have',
    file: 'src/http/openai/route-key.ts',
    replace: '}\\n$',
    by: '} $',
  },
  {
    rule: 'A refusal names the place that differs',
    file: 'src/core/openai/named-owner.ts',
    replace: 'agreedUserId(places, errors.identityConflict)',
    by: 'agreedUserId(places, () => errors.identityConflict())',
  },
  {
    rule: 'A parameter that cannot be honoured is refused by name',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'if (harmless.some((one) => isDeepStrictEqual(one, value))) return;',
    by: 'return;',
  },
  {
    rule: 'A completion without store is not listed',
    file: 'src/core/openai/checked-request.ts',
    replace: "return conversation === null ? 'unlisted' : null;",
    by: 'return conversation === null ? null : null;',
  },
  {
    rule: 'A list leaves out what is unlisted',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'and not exists (select from unlisted_conversations u',
    by: 'and true or exists (select from unlisted_conversations u',
  },
  {
    rule: 'The turn comes behind the messages that it brings along',
    file: 'src/core/turn/admission/turn-to-store.ts',
    replace: '1 + request.imported.length',
    by: '1',
  },
  {
    rule: 'The key of a completion is not that of a stream',
    file: 'src/http/openai/route-key.ts',
    replace: 'key === null ? null :',
    by: 'true ? key :',
  },
  {
    rule: 'A final refusal asks clients not to repeat it',
    file: 'src/http/server/openai-refusal.ts',
    replace: "return isFinal ? { 'x-should-retry': 'false' } : {};",
    by: 'return {};',
  },
  {
    rule: 'A failure that was charged asks clients not to repeat it',
    file: 'src/http/openai/answer.ts',
    replace: "return sink.hasText || kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};",
    by: "return kind === 'cancelled' ? { 'x-should-retry': 'false' } : {};",
  },
  {
    rule: 'An answer that broke off has no end',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'this.response.socket?.end();',
    by: 'this.response.end();',
  },
  {
    rule: 'System messages are used as the setting says',
    file: 'src/core/openai/read-messages.ts',
    replace: "else if (mode === 'append') instructions",
    by: 'else instructions',
  },
];
