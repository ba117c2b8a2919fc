import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ChatCompletion, ChatCompletionChunk } from '#contract/openai/chat-completions.ts';
import type { ResponseResource } from '#contract/openai/responses.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { complete, eventsIn } from '#test/openai/completion.ts';
import { parseEvents } from '#test/reading/events.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';

const asEvents = { headers: { accept: 'text/event-stream' } };

describe('The end of an answer and its tokens are the same by every way to read it', () => {
  let api: Api;
  let partner: Partner;
  let cut: Partner;
  before(async () => {
    api = await shareApi(2);
    partner = await api.partner({ openai_default_user: 'user-1' });
    cut = await api.partner({ openai_default_user: 'user-1', model: 'openai/mock:limited,deltas=3' });
  });

  const respond = async (by: Partner, body: object = {}) =>
    by.post('/../openai/v1/responses', { model: 'assistant', input: 'A question', ...body });

  /** The last event of a response. */
  function lastOf(text: string): { readonly type: string; readonly response: ResponseResource } {
    const { event, data } = parseEvents(text.replace(/data: \[DONE\]\n\n$/, '')).at(-1) ?? {};
    return JSON.parse(JSON.stringify({ type: event, response: data?.['response'] }));
  }

  test('cut by its length: to its reader, and to followers while it runs and afterwards, at each process', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.provider.enqueue({
      deltas: 3,
      finishReason: 'length',
      before: (at) => (at === 3 ? promise : undefined),
    });
    const reading = await cut.open({}, asEvents);
    const path = `/jobs/${reading.headers.get('x-job-id')}/stream?external_user_id=user-1`;
    const following = await Promise.all(
      [0, 1].map((process) => cut.request('GET', path, undefined, { ...asEvents, process })),
    );
    resolve();
    const texts = await Promise.all([reading, ...following].map((response) => response.text()));
    for (const process of [0, 1]) texts.push((await cut.get(path, { ...asEvents, process })).text);
    for (const text of texts) {
      const { event, data } = parseEvents(text).at(-1) ?? {};
      assert.deepEqual([event, data?.['finish_reason']], ['done', 'length']);
    }
  });

  test('cut by its length: in a completion, whole, in chunks and repeated', async () => {
    const keyed = { headers: { 'idempotency-key': 'cut' } };
    for (const _ of ['first', 'repeated']) {
      const { choices }: ChatCompletion = JSON.parse((await complete(cut, {}, keyed)).text);
      assert.equal(choices[0]?.finish_reason, 'length');
    }
    const streamed = { headers: { 'idempotency-key': 'cut in chunks' } };
    for (const _ of ['first', 'repeated']) {
      const chunks = eventsIn(await complete(cut, { stream: true }, streamed)).slice(0, -1);
      const { choices }: ChatCompletionChunk = JSON.parse(chunks.at(-1) ?? '');
      assert.equal(choices[0]?.finish_reason, 'length');
    }
  });

  test('cut by its length: a response is incomplete, whole, in events and read later', async () => {
    const whole: ResponseResource = JSON.parse((await respond(cut)).text);
    const later: ResponseResource = JSON.parse((await cut.get(`/../openai/v1/responses/${whole.id}`)).text);
    const { type, response } = lastOf((await respond(cut, { stream: true })).text);
    assert.equal(type, 'response.incomplete');
    for (const { status, incomplete_details, completed_at } of [whole, later, response]) {
      assert.deepEqual(
        [status, incomplete_details, completed_at],
        ['incomplete', { reason: 'max_output_tokens' }, null],
      );
    }
  });

  test('counted by its provider: input and output, in completions and responses of every form', async () => {
    // The mock counts the messages of the prompt as input, and the pieces of its text as output.
    const expected = { prompt_tokens: 2, completion_tokens: 5, total_tokens: 7 };
    const completion: ChatCompletion = JSON.parse((await complete(partner)).text);
    assert.deepEqual(completion.usage, expected);
    const streamed = await complete(partner, { stream: true, stream_options: { include_usage: true } });
    const last: ChatCompletionChunk = JSON.parse(eventsIn(streamed).at(-2) ?? '');
    assert.deepEqual(last.usage, expected);
    const whole: ResponseResource = JSON.parse((await respond(partner)).text);
    const later: ResponseResource = JSON.parse(
      (await partner.get(`/../openai/v1/responses/${whole.id}`)).text,
    );
    const { response } = lastOf((await respond(partner, { stream: true })).text);
    for (const { status, usage, output } of [whole, later, response]) {
      assert.equal(status, 'completed');
      assert.deepEqual([usage?.input_tokens, usage?.output_tokens, usage?.total_tokens], [2, 5, 7]);
      const [item] = output;
      assert.ok(item?.type === 'message' && item.content[0]?.type === 'output_text');
      assert.equal(item.content[0].text, mockText(5));
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A follower of an ended answer learns that it was cut',
    file: 'src/core/jobs/follow-turn.ts',
    replace: "record.finishReason === 'length' ? 'length' : 'stop'",
    by: "'stop'",
  },
  {
    rule: 'The last chunk of a completion says that it was cut',
    file: 'src/http/openai/chunk-sink.ts',
    replace: 'finish_reason: outcome.finishReason',
    by: "finish_reason: 'stop'",
  },
  {
    rule: 'A completion says that it was cut',
    file: 'src/core/openai/present-completion.ts',
    replace: 'finish_reason: finishReason',
    by: "finish_reason: 'stop'",
  },
  {
    rule: 'A response that was cut is incomplete',
    file: 'src/core/openai/present-response.ts',
    replace: "finishReason === 'length' ? 'incomplete' : 'completed'",
    by: "'completed'",
  },
  {
    rule: 'A response that was cut is never completed',
    file: 'src/core/openai/present-response.ts',
    replace: "completed_at: status === 'completed' && endedAt",
    by: 'completed_at: endedAt',
  },
  {
    rule: 'A response says why it is incomplete',
    file: 'src/core/openai/present-response.ts',
    replace: "status === 'incomplete' ? { reason: 'max_output_tokens' } : null",
    by: 'null',
  },
  {
    rule: 'The last event of a response says that it was cut',
    file: 'src/http/openai/response-sink.ts',
    replace: "status === 'completed' || status === 'incomplete' ? status : 'failed'",
    by: "status === 'completed' || status === 'incomplete' ? 'completed' : 'failed'",
  },
  {
    rule: 'The done event says that an answer was cut',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'finish_reason: finishReason, message_uuid',
    by: "finish_reason: 'stop', message_uuid",
  },
  {
    rule: 'Input and output of a response are told apart',
    file: 'src/core/openai/present-response.ts',
    replace: '    input_tokens: prompt_tokens,',
    by: '    input_tokens: completion_tokens,',
  },
  {
    rule: 'Output of a response is its own',
    file: 'src/core/openai/present-response.ts',
    replace: '    output_tokens: completion_tokens,',
    by: '    output_tokens: prompt_tokens,',
  },
  {
    rule: 'Input and output of a completion are told apart',
    file: 'src/core/openai/present-completion.ts',
    replace: 'prompt_tokens: prompt, completion_tokens: completion,',
    by: 'prompt_tokens: completion, completion_tokens: prompt,',
  },
  {
    rule: 'A stored response has its tokens',
    file: 'src/core/openai/present-response.ts',
    replace: 'citations, error, tokens, endedAt: finishedAt',
    by: 'citations, error, tokens: nothing.tokens, endedAt: finishedAt',
  },
];
