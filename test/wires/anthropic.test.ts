import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelRequest } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { anthropicWire as wire } from '#wires/anthropic.ts';
import { readDocument, readEvents } from './read-answer.ts';

const begin = (usage: object) => ({ type: 'message_start', message: { usage } });
const block = (content_block: object) => ({ type: 'content_block_start', content_block });
const delta = (fields: object) => ({ type: 'content_block_delta', delta: fields });
const end = (stop_reason: string | null, usage: object = {}) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const stop = { type: 'message_stop' };

describe('The events of the messages API', () => {
  it('have text in the beginning of a block and in its deltas, and in no block of another kind', () => {
    const { text } = readEvents(
      wire,
      block({ type: 'text', text: 'One ' }),
      delta({ type: 'text_delta', text: 'two ' }),
      block({ type: 'thinking', text: 'hidden ' }),
      delta({ type: 'thinking_delta', text: 'hidden ', thinking: 'hidden' }),
      block({ type: 'text', text: 'three' }),
    );
    assert.equal(text, 'One two three');
  });

  it('show a model that thinks', () => {
    const thinking = delta({ type: 'thinking_delta', thinking: 'hm' });
    assert.equal(readEvents(wire, thinking, thinking).thoughts, 2);
    assert.equal(readEvents(wire, delta({ type: 'text_delta', text: 'a' })).thoughts, 0);
  });

  it('count tokens that are read from the cache and written to it as input', () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: 900 };
    const { inputTokens, outputTokens, ...kinds } = readEvents(wire, begin({ ...usage, output_tokens: 1 }));
    assert.deepEqual([inputTokens, outputTokens], [975, 1]);
    assert.deepEqual([kinds.cacheReadTokens, kinds.cacheWriteTokens], [70, 900]);
  });

  it('keep what a later event does not repeat of the input', () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 70, cache_creation_input_tokens: null };
    const later = end('end_turn', { cache_creation_input_tokens: 900, input_tokens: null, output_tokens: 2 });
    const { inputTokens, cacheReadTokens, cacheWriteTokens } = readEvents(wire, begin(usage), later);
    assert.deepEqual([inputTokens, cacheReadTokens, cacheWriteTokens], [975, 70, 900]);
  });

  it('do not add up an input of which a part is no number', () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: '70', output_tokens: 1 };
    const { inputTokens, cacheReadTokens, outputTokens } = readEvents(wire, begin(usage));
    assert.deepEqual([inputTokens, cacheReadTokens, outputTokens], [null, null, 1]);
  });

  it('count the tokens of the answer at its end, and the input where a later event repeats it', () => {
    const { inputTokens, outputTokens } = readEvents(
      wire,
      begin({ input_tokens: 5, output_tokens: 1 }),
      end(null, { output_tokens: 40 }),
      end('end_turn', { input_tokens: 6 }),
      end('end_turn'),
    );
    assert.deepEqual([inputTokens, outputTokens], [6, 40]);
  });

  for (const [reason, expected] of Object.entries({
    end_turn: 'stop',
    stop_sequence: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    refusal: 'filtered',
  })) {
    it(`end as they say: ${reason}`, () => {
      assert.equal(readEvents(wire, end(reason)).end, expected);
      assert.equal(readEvents(wire, end(reason), end(null), stop).end, expected);
      assert.equal(readDocument(wire, { stop_reason: reason }).end, expected);
    });
  }

  it('are over with the last one, which may be all that says so', () => {
    const { end, closed } = readEvents(wire, stop);
    assert.deepEqual([end, closed], ['stop', true]);
    assert.equal(readEvents(wire, begin({})).closed, false);
  });

  it('may be others than these', () => {
    const { text, end, thoughts } = readEvents(wire, { type: 'ping' }, { type: 'later_invention' }, 'null');
    assert.deepEqual([text, end, thoughts], ['', null, 0]);
  });

  it('fail with an error', () => {
    const error = { type: 'error', error: { type: 'overloaded_error' } };
    assert.throws(() => readEvents(wire, error), ModelError);
    assert.throws(() => readDocument(wire, error), ModelError);
  });
});

describe('An answer of the messages API in one piece', () => {
  it('has the text of its text blocks and its usage', () => {
    const content = [
      { type: 'thinking', text: 'hidden' },
      { type: 'text', text: 'One ' },
      null,
      { type: 'text', text: 'two' },
    ];
    const usage = { input_tokens: 3, cache_creation_input_tokens: 4, output_tokens: 2 };
    const { text, inputTokens, outputTokens } = readDocument(wire, { content, usage });
    assert.deepEqual([text, inputTokens, outputTokens], ['One two', 7, 2]);
  });
});

describe('A request to the messages API', () => {
  const none = { stable: '', personal: '' };
  const cached = { cache_control: { type: 'ephemeral' } };
  const bodyOf = (model: string, more: Partial<ModelRequest> = {}) =>
    JSON.parse(JSON.stringify(wire.body({ model, instructions: none, messages: [], ...more })));

  it('has instructions where there are some, and caches what does not change with the person', () => {
    const systemOf = (stable: string, personal: string) =>
      bodyOf('m', { instructions: { stable, personal } }).system;
    const [stable, personal] = ['Be brief.', 'They pay.'].map((text) => ({ type: 'text', text }));
    assert.equal(systemOf('', ''), undefined);
    assert.deepEqual(systemOf('Be brief.', ''), [{ ...stable, ...cached }]);
    assert.deepEqual(systemOf('Be brief.', 'They pay.'), [{ ...stable, ...cached }, personal]);
    assert.deepEqual(systemOf('', 'They pay.'), [personal]);
  });

  it('caches the conversation up to the message before the question, unless that is blank', () => {
    const messagesOf = (...contents: readonly string[]) =>
      bodyOf('m', { messages: contents.map((content) => ({ role: 'user', content })) }).messages.map(
        ({ content }: { content: unknown }) => content,
      );
    assert.deepEqual(messagesOf('Hello?'), ['Hello?']);
    const marked = { type: 'text', text: 'Two', ...cached };
    assert.deepEqual(messagesOf('One', 'Two', 'Three?'), ['One', [marked], 'Three?']);
    assert.deepEqual(messagesOf('One', ' \n', 'Three?'), ['One', ' \n', 'Three?']);
  });

  it('says whose prompt it is where it is to', () => {
    assert.ok(!('metadata' in bodyOf('m')));
    assert.deepEqual(bodyOf('m', { safetyIdentifier: 'a1' }).metadata, { user_id: 'a1' });
  });

  it('has the context of a question in front of it', () => {
    const messages = [{ role: 'user', content: 'Hello', context: 'Facts.' }] as const;
    assert.deepEqual(bodyOf('m', { messages }).messages, [{ role: 'user', content: 'Facts.\n\nHello' }]);
  });

  it('gives each older model a budget for its effort, below the limit of the answer', () => {
    const older = [
      'claude-3-7-sonnet-20250219',
      'claude-sonnet-4-20250514',
      'claude-opus-4-1',
      'claude-opus-4-0',
      'claude-sonnet-4-5',
      'claude-haiku-4-5-20251001',
    ];
    for (const model of older) {
      const budgets = (['low', 'medium', 'high'] as const).map(
        (effort) => bodyOf(model, { effort }).thinking.budget_tokens,
      );
      assert.deepEqual(budgets, [2_048, 8_192, 16_384], model);
      assert.ok(bodyOf(model, { effort: 'high' }).max_tokens > 16_384);
    }
  });

  it('keeps the limit of the answer, and a budget below it, within what models accept', () => {
    const limited = (maxTokens: number) => {
      const { max_tokens, thinking } = bodyOf('claude-sonnet-4-5', { effort: 'high', maxTokens });
      return [max_tokens, thinking?.budget_tokens];
    };
    assert.deepEqual([1_024, 1_025, 100_000].map(limited), [
      [1_024, undefined],
      [1_025, 1_024],
      [32_000, 16_384],
    ]);
  });

  it('gives later models the effort itself', () => {
    for (const model of ['claude-sonnet-4-6', 'claude-opus-5-5', 'claude-sonnet-5-5']) {
      const { thinking, output_config } = bodyOf(model, { effort: 'low' });
      assert.deepEqual([thinking, output_config], [{ type: 'adaptive' }, { effort: 'low' }], model);
    }
  });
});

describe('The list of models of the messages API', () => {
  it('is complete unless it says that there is more', () => {
    const data = [{ id: 'a' }, { id: 7 }, null, { name: 'c' }, { id: 'b' }];
    const page = (has_more?: boolean) => wire.readModels(JSON.stringify({ data, has_more }));
    assert.deepEqual(page(true), { models: ['a', 'b'], complete: false });
    for (const said of [false, undefined]) assert.equal(page(said)?.complete, true);
    assert.equal(wire.readModels('{"data":"none"}'), null);
  });

  it('names a model in a path of its own', () => {
    assert.equal(wire.modelPath('a/b?c'), '/models/a%2Fb%3Fc');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Claude is told whose prompt it is where it is to be',
    file: 'src/wires/anthropic.ts',
    replace: `    ...(request.safetyIdentifier && { metadata: { user_id: request.safetyIdentifier } }),
`,
    by: '',
  },
  {
    rule: 'Claude caches the instructions that do not change with the person',
    file: 'src/wires/anthropic.ts',
    replace: 'text: stable, ...cacheMark }',
    by: 'text: stable }',
  },
  {
    rule: 'Claude does not cache what differs with the person by itself',
    file: 'src/wires/anthropic.ts',
    replace: 'text: personal }',
    by: 'text: personal, ...cacheMark }',
  },
  {
    rule: 'Claude caches a conversation up to the message before the question',
    file: 'src/wires/anthropic.ts',
    replace: 'index === question - 1',
    by: 'index === question',
  },
  {
    rule: 'A blank message gets no mark of the cache',
    file: 'src/wires/anthropic.ts',
    replace: " && text.trim() !== ''",
    by: '',
  },
  {
    rule: 'Claude gets what is in front of a question',
    file: 'src/wires/anthropic.ts',
    replace: 'const text = textOfMessage(message);',
    by: 'const text = message.content;',
  },
  {
    rule: 'A budget of tokens stays below the limit of the answer',
    file: 'src/wires/anthropic.ts',
    replace: 'Math.min(BUDGET_TOKENS[effort], maxTokens - 1)',
    by: 'BUDGET_TOKENS[effort]',
  },
  {
    rule: 'The limit of an answer is one that every model accepts',
    file: 'src/wires/anthropic.ts',
    replace: 'Math.min(request.maxTokens ?? MAX_TOKENS, MAX_TOKENS)',
    by: 'request.maxTokens ?? MAX_TOKENS',
  },
  {
    rule: 'Text that begins a block of the messages API is read',
    file: 'src/wires/anthropic.ts',
    replace: "event.content_block?.type === 'text' ? textOf(event.content_block.text) : ''",
    by: "''",
  },
  {
    rule: 'A block of another kind has no text of the answer',
    file: 'src/wires/anthropic.ts',
    replace: "event.content_block?.type === 'text' ? textOf(event.content_block.text) : ''",
    by: 'textOf(event.content_block?.text)',
  },
  {
    rule: 'A model of the messages API that thinks is not silent',
    file: 'src/wires/anthropic.ts',
    replace: `      answer.thoughts += 1;
`,
    by: '',
  },
  {
    rule: 'Tokens written to the cache are input',
    file: 'src/wires/anthropic.ts',
    replace: ' + (cacheWriteTokens ?? 0)',
    by: '',
  },
  {
    rule: 'An input of which a part is no number is not added up',
    file: 'src/wires/anthropic.ts',
    replace: 'if (isNoCount(plain) || isNoCount(read) || isNoCount(written)) return;',
    by: '',
  },
  {
    rule: 'Tokens read from the cache are input',
    file: 'src/wires/anthropic.ts',
    replace: '(cacheReadTokens ?? 0) +',
    by: '',
  },
  {
    rule: 'A count that is not repeated stays: messages API',
    file: 'src/wires/anthropic.ts',
    replace: 'tokensIn(usage?.output_tokens) ?? answer.outputTokens',
    by: 'tokensIn(usage?.output_tokens)',
  },
  {
    rule: 'An answer that fills the window of Claude is cut',
    file: 'src/wires/anthropic.ts',
    replace: "reason === 'max_tokens' || reason === 'model_context_window_exceeded'",
    by: "reason === 'max_tokens'",
  },
  {
    rule: 'The last event of the messages API completes an answer',
    file: 'src/wires/anthropic.ts',
    replace: `      answer.end ??= 'stop';
`,
    by: '',
  },
  {
    rule: 'Nothing is read behind the last event of the messages API',
    file: 'src/wires/anthropic.ts',
    replace: `      answer.closed = true;
`,
    by: '',
  },
  {
    rule: 'An error document of the messages API is no answer',
    file: 'src/wires/anthropic.ts',
    replace: `  if (message?.type === 'error') throw eventFailure(message.error);
`,
    by: '',
  },
  {
    rule: 'A document of the messages API has no text of other blocks',
    file: 'src/wires/anthropic.ts',
    replace: "block?.type === 'text' ? textOf(block.text) : ''",
    by: 'textOf(block?.text)',
  },
  {
    rule: 'A list of Claude’s models with another page is not complete',
    file: 'src/wires/anthropic.ts',
    replace: 'page?.has_more !== true',
    by: 'true',
  },
  {
    rule: 'Claude 3 gets a budget for its thoughts',
    file: 'src/wires/anthropic.ts',
    replace: 'claude-(3|',
    by: 'claude-(',
  },
  {
    rule: 'Each effort has a budget of its own: Claude',
    file: 'src/wires/anthropic.ts',
    replace: 'medium: 8_192, high: 16_384',
    by: 'medium: 2_048, high: 2_048',
  },
  {
    rule: 'The messages API gets no empty instructions',
    file: 'src/wires/anthropic.ts',
    replace: 'return system.length === 0 ? {} : { system };',
    by: 'return { system };',
  },
];
