import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelRequest } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { openaiResponsesWire as wire } from '#wires/openai-responses.ts';
import { readDocument, readEvents } from './read-answer.ts';

const said = (delta: unknown) => ({ type: 'response.output_text.delta', delta });
const ended = (status: string, more: object = {}) => ({
  type: `response.${status}`,
  response: { status, error: null, ...more },
});
const cut = (reason: string) => ended('incomplete', { incomplete_details: { reason } });

describe('The events of Responses', () => {
  it('have the text of an answer or of a refusal', () => {
    const { text } = readEvents(
      wire,
      said('One '),
      said(7),
      { type: 'response.output_text.done', text: 'One ' },
      { type: 'response.refusal.delta', delta: 'no' },
      { type: 'response.refusal.done', refusal: 'no' },
      { type: 'response.function_call_arguments.delta', delta: '{"a":' },
    );
    assert.equal(text, 'One no');
  });

  it('have a paragraph for each message', () => {
    const begun = { type: 'response.output_item.added', item: { type: 'message' } };
    const { text } = readEvents(wire, begun, said('I look.'), begun, said('Found'), said(' it.'));
    assert.equal(text, 'I look.\n\nFound it.');
  });

  it('show a model that thinks, or that writes what it wants to call', () => {
    const { text, thoughts } = readEvents(
      wire,
      { type: 'response.output_item.added', item: { type: 'reasoning' } },
      { type: 'response.reasoning_summary_text.delta', delta: 'hm' },
      { type: 'response.reasoning_text.delta', delta: 'hm' },
      { type: 'response.function_call_arguments.delta', delta: '{' },
    );
    assert.deepEqual([text, thoughts], ['', 4]);
    const begun = { type: 'response.output_item.added', item: { type: 'message' } };
    assert.equal(readEvents(wire, { type: 'response.in_progress' }, begun, said('a')).thoughts, 0);
  });

  for (const [event, expected] of [
    [ended('completed'), 'stop'],
    [cut('max_output_tokens'), 'length'],
    [cut('content_filter'), 'filtered'],
    [cut('later_invention'), 'length'],
  ] as const) {
    it(`end as they say: ${JSON.stringify(event.response)}`, () => {
      const { end, closed } = readEvents(wire, event);
      assert.deepEqual([end, closed], [expected, true]);
      assert.equal(readDocument(wire, event.response).end, expected);
    });
  }

  it('are no complete answer without their last one', () => {
    const { end, closed } = readEvents(wire, said('a'), '[DONE]');
    assert.deepEqual([end, closed], [null, false]);
  });

  it('count tokens at the end, and what a cache gave and got', () => {
    const input_tokens_details = { cached_tokens: 1_024, cache_write_tokens: 512 };
    const usage = { input_tokens: 2_000, input_tokens_details, output_tokens: 7 };
    const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = readEvents(
      wire,
      ended('completed', { usage }),
    );
    assert.deepEqual([inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens], [2_000, 1_024, 512, 7]);
    assert.equal(readEvents(wire, ended('completed', { usage: null })).inputTokens, null);
  });

  for (const [event, reason, retryable] of [
    [ended('failed', { error: { code: 'server_error', message: 'x' } }), null, true],
    [ended('failed', { error: { code: 'invalid_prompt', message: 'x' } }), 'content_filter', false],
    [ended('failed', { error: { code: 'bio_policy', message: 'x' } }), 'content_filter', false],
    [ended('failed'), null, false],
    [{ type: 'error', code: 'rate_limit_exceeded', message: 'x', param: null }, null, true],
    [{ type: 'error', error: { type: 'server_error', message: 'x' } }, null, true],
    [{ type: 'error', code: 'context_length_exceeded', message: 'x' }, 'context_length', false],
  ] as const) {
    it(`fail with an error, wherever it stands: ${JSON.stringify(event)}`, () => {
      assert.throws(
        () => readEvents(wire, said('a'), event),
        (error) => {
          assert.ok(error instanceof ModelError);
          assert.deepEqual([error.reason, error.retryable], [reason, retryable]);
          return true;
        },
      );
    });
  }

  it('may be others than these', () => {
    const { text, end } = readEvents(wire, { type: 'response.later_invention' }, 'null', '7', '{"type":{}}');
    assert.deepEqual([text, end], ['', null]);
  });
});

describe('A response in one piece', () => {
  it('has the text and the refusals of its messages', () => {
    const message = (...content: readonly object[]) => ({ type: 'message', content });
    const output = [
      { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] },
      message({ type: 'output_text', text: 'One ' }, { type: 'output_text', text: 'two' }),
      null,
      message({ type: 'refusal', refusal: 'No' }),
    ];
    assert.equal(readDocument(wire, { status: 'completed', output }).text, 'One two\n\nNo');
  });

  it('fails with its error', () => {
    assert.throws(
      () => readDocument(wire, { status: 'failed', error: { code: 'server_error' } }),
      ModelError,
    );
  });
});

describe('A request for a response', () => {
  const bodyOf = (more: Partial<ModelRequest> = {}) =>
    JSON.parse(
      JSON.stringify(
        wire.body({ model: 'm', instructions: { stable: '', personal: '' }, messages: [], ...more }),
      ),
    );

  it('has instructions where there are some', () => {
    const toldBy = (stable: string, personal: string) =>
      bodyOf({ instructions: { stable, personal } }).instructions;
    assert.equal(toldBy('', ''), undefined);
    assert.equal(toldBy('Be brief.', ''), 'Be brief.');
    assert.equal(toldBy('Be brief.', 'They pay.'), 'Be brief.\n\nThey pay.');
  });

  it('is stored nowhere', () => {
    assert.equal(bodyOf().store, false);
  });

  it('says whose prompt it is where it is to', () => {
    assert.ok(!('safety_identifier' in bodyOf()));
    assert.equal(bodyOf({ safetyIdentifier: 'a1' }).safety_identifier, 'a1');
  });

  it('has the context of a question in front of it', () => {
    const messages = [{ role: 'user', content: 'Hello', context: 'Facts.' }] as const;
    assert.deepEqual(bodyOf({ messages }).input, [{ role: 'user', content: 'Facts.\n\nHello' }]);
  });

  it('limits the answer to what the API accepts', () => {
    assert.deepEqual(
      [1, 16, 200].map((maxTokens) => bodyOf({ maxTokens }).max_output_tokens),
      [16, 16, 200],
    );
  });

  it('asks for reasoning to go back with where the model reasons', () => {
    for (const model of ['gpt-6.1-terra', 'gpt-5', 'gpt-5.2-codex', 'o4-mini', 'org/own']) {
      assert.deepEqual(bodyOf({ model }).include, ['reasoning.encrypted_content'], model);
    }
    for (const model of [
      'gpt-4.1',
      'gpt-4o-2024-11-20',
      'ft:gpt-4o:org::id',
      'gpt-5-chat-latest',
      'gpt-3.5-turbo',
    ]) {
      assert.equal(bodyOf({ model }).include, undefined, model);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What a model says before its answer is a paragraph of its own',
    file: 'src/wires/openai-responses.ts',
    replace: "event.item?.type === 'message' && answer.hasSpoken ? paragraph : ''",
    by: "''",
  },
  {
    rule: 'A refusal is the text of a response',
    file: 'src/wires/openai-responses.ts',
    replace: `    case 'response.refusal.delta':
`,
    by: '',
  },
  {
    rule: 'A model that reasons for a response is not silent',
    file: 'src/wires/openai-responses.ts',
    replace: "      if (event.item?.type === 'reasoning') answer.thoughts += 1;\n",
    by: '',
  },
  {
    rule: 'A model that writes what it wants to call is not silent',
    file: 'src/wires/openai-responses.ts',
    replace: `    case 'response.function_call_arguments.delta':
`,
    by: '',
  },
  {
    rule: 'A response that was filtered is not whole',
    file: 'src/wires/openai-responses.ts',
    replace: "reason === 'content_filter' ? 'filtered' : 'length'",
    by: "reason === 'content_filter' ? 'length' : 'length'",
  },
  {
    rule: 'A response that is incomplete is cut',
    file: 'src/wires/openai-responses.ts',
    replace: "if (response?.status !== 'incomplete') return 'stop';",
    by: "if (response?.status !== 'later') return 'stop';",
  },
  {
    rule: 'A response that has failed is no answer',
    file: 'src/wires/openai-responses.ts',
    replace: "if (response?.error || response?.status === 'failed') throw eventFailure(response.error);",
    by: '',
  },
  {
    rule: 'An error in the middle of a response is known by its code',
    file: 'src/wires/openai-responses.ts',
    replace: 'event.error ?? { code: event.code,',
    by: 'event.error ?? {',
  },
  {
    rule: 'A refusal by policy is known by its code: Responses',
    file: 'src/wires/failure-reason.ts',
    replace: "  bio_policy: 'content_filter',\n",
    by: '',
  },
  {
    rule: 'The habit of chat completions ends no response',
    file: 'src/wires/openai-responses.ts',
    replace: "  if (data === '[DONE]') return '';\n",
    by: '',
  },
  {
    rule: 'A response says whose prompt it is where it is to',
    file: 'src/wires/openai-responses.ts',
    replace: '    ...(request.safetyIdentifier && { safety_identifier: request.safetyIdentifier }),\n',
    by: '',
  },
  {
    rule: 'A response gets what is in front of a question',
    file: 'src/wires/openai-responses.ts',
    replace: 'content: textOfMessage(message)',
    by: 'content: message.content',
  },
  {
    rule: 'A limit of a response is one that the API accepts',
    file: 'src/wires/openai-responses.ts',
    replace: 'Math.max(request.maxTokens, LEAST_OUTPUT_TOKENS)',
    by: 'request.maxTokens',
  },
  {
    rule: 'A model that does not reason is not asked for its reasoning',
    file: 'src/wires/openai-responses.ts',
    replace: '!UNREASONING_MODEL.test(request.model) && ',
    by: "request.model !== '' && ",
  },
  {
    rule: 'Nothing is stored at the vendor',
    file: 'src/wires/openai-responses.ts',
    replace: '    store: false,\n',
    by: '',
  },
];
