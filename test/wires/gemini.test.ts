import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelEffort } from '#contract/closed-sets.ts';
import { ModelError } from '#core/models/model-error.ts';
import type { Instructions } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { geminiWire as wire } from '#wires/gemini.ts';
import { readDocument, readEvents } from './read-answer.ts';

const said = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] });
const ended = (finishReason: string) => ({ candidates: [{ finishReason }] });
const counted = (usageMetadata: object) => ({ usageMetadata });

describe('The events of generateContent', () => {
  it('have the text of their parts, and thoughts that are not shown', () => {
    const { text, thoughts, end } = readEvents(
      wire,
      said({ text: 'thinking', thought: true }),
      said({ text: 'One ' }, { text: 'two ' }),
      said({ text: 'more', thought: true }, { text: 'three' }),
    );
    assert.deepEqual([text, thoughts, end], ['One two three', 2, null]);
  });

  for (const [reason, expected] of Object.entries({
    STOP: 'stop',
    FINISH_REASON_UNSPECIFIED: 'stop',
    OTHER: 'stop',
    MAX_TOKENS: 'length',
    SAFETY: 'filtered',
    RECITATION: 'filtered',
    PROHIBITED_CONTENT: 'filtered',
  })) {
    it(`end as they say, whatever follows: ${reason}`, () => {
      assert.equal(readEvents(wire, ended(reason), said({ text: '' })).end, expected);
    });
  }

  it('count thoughts as output, and the last count stays', () => {
    const { inputTokens, cacheReadTokens, outputTokens } = readEvents(
      wire,
      counted({ promptTokenCount: 9, candidatesTokenCount: 1 }),
      counted({ promptTokenCount: 9, candidatesTokenCount: 4, thoughtsTokenCount: 30 }),
      counted({ cachedContentTokenCount: 2 }),
      said({ text: 'One' }),
    );
    assert.deepEqual([inputTokens, cacheReadTokens, outputTokens], [9, 2, 34]);
    assert.equal(readEvents(wire, counted({ thoughtsTokenCount: 30 })).outputTokens, 30);
    assert.equal(readEvents(wire, counted({ promptTokenCount: 9 })).outputTokens, null);
  });

  it('fail with an error, and for a prompt that is filtered, which is not asked again', () => {
    assert.throws(() => readEvents(wire, { error: { status: 'UNAVAILABLE' } }), ModelError);
    assert.throws(
      () => readEvents(wire, { promptFeedback: { blockReason: 'SAFETY' } }),
      (error: unknown) => error instanceof ModelError && !error.retryable && !error.failover,
    );
  });

  it('may come as one array', () => {
    const { text, end } = readDocument(wire, [
      said({ text: 'One ' }),
      null,
      said({ text: 'two' }),
      ended('STOP'),
    ]);
    assert.deepEqual([text, end], ['One two', 'stop']);
  });
});

describe('A request to generateContent', () => {
  const none = { stable: '', personal: '' };
  const thinkingOf = (model: string, effort: ModelEffort) =>
    JSON.parse(JSON.stringify(wire.body({ model, instructions: none, messages: [], effort })))
      .generationConfig.thinkingConfig;

  it('gives older models a budget for the effort, and later ones the effort itself', () => {
    const efforts = ['low', 'medium', 'high'] as const;
    assert.deepEqual(
      efforts.map((effort) => thinkingOf('gemini-2.5-pro', effort)),
      [{ thinkingBudget: 2_048 }, { thinkingBudget: 8_192 }, { thinkingBudget: 24_576 }],
    );
    assert.deepEqual(
      efforts.map((effort) => thinkingOf('gemini-3.8-flash', effort)),
      efforts.map((thinkingLevel) => ({ thinkingLevel })),
    );
  });

  it('has instructions where there are some', () => {
    const bodyWith = (instructions: Instructions) =>
      JSON.parse(JSON.stringify(wire.body({ model: 'm', instructions, messages: [] })));
    assert.ok(!('systemInstruction' in bodyWith(none)));
    assert.deepEqual(bodyWith({ stable: 'Be brief.', personal: 'They pay.' }).systemInstruction, {
      parts: [{ text: 'Be brief.' }, { text: 'They pay.' }],
    });
    assert.deepEqual(bodyWith({ stable: '', personal: 'They pay.' }).systemInstruction.parts.length, 1);
  });

  it('has the context of a question in front of it', () => {
    const messages = [{ role: 'user', content: 'Hello', context: 'Facts.' }] as const;
    const { contents } = JSON.parse(JSON.stringify(wire.body({ model: 'm', instructions: none, messages })));
    assert.deepEqual(contents, [{ role: 'user', parts: [{ text: 'Facts.\n\nHello' }] }]);
  });

  it('names a model, and a tuned one, as the list does', () => {
    assert.equal(wire.modelPath('gemini-3.8-flash'), '/models/gemini-3.8-flash');
    assert.equal(wire.modelPath('models/gemini-3.8-flash'), '/models/gemini-3.8-flash');
    assert.equal(wire.modelPath('tunedModels/our-own'), '/tunedModels/our-own');
    assert.equal(wire.modelPath('a/b'), '/models/a%2Fb');
  });
});

describe('The list of models of generateContent', () => {
  it('has them by the names that requests use, and says whether it is complete', () => {
    const models = [{ name: 'models/a' }, { name: 'tunedModels/b' }];
    const page = (nextPageToken?: string) => wire.readModels(JSON.stringify({ models, nextPageToken }));
    assert.deepEqual(page(), { models: ['a', 'tunedModels/b'], complete: true });
    assert.equal(page('more')?.complete, false);
    assert.equal(wire.readModels('{}'), null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Gemini gets what is in front of a question',
    file: 'src/wires/gemini.ts',
    replace: 'text: textOfMessage(message)',
    by: 'text: message.content',
  },
  {
    rule: 'Gemini gets no empty instructions',
    file: 'src/wires/gemini.ts',
    replace: '...(instructions.length > 0 && {',
    by: '...(instructions.length >= 0 && {',
  },
  {
    rule: 'An answer of Gemini that ends for another reason is whole',
    file: 'src/wires/gemini.ts',
    replace: "['STOP', 'FINISH_REASON_UNSPECIFIED', 'OTHER']",
    by: "['STOP']",
  },
  {
    rule: 'Older models of Gemini get a budget for their thoughts',
    file: 'src/wires/gemini.ts',
    replace: 'BUDGETED_MODEL.test(model) ? { thinkingBudget',
    by: 'false ? { thinkingBudget',
  },
  {
    rule: 'A tuned model of Gemini has a path of its own',
    file: 'src/wires/gemini.ts',
    replace: '(models|tunedModels)\\/(.+)$/.exec',
    by: '(models)\\/(.+)$/.exec',
  },
  {
    rule: 'Gemini’s models are listed by the names that requests use',
    file: 'src/wires/gemini.ts',
    replace: "?.map((name) => name.replace(/^models\\//, ''))",
    by: '',
  },
  {
    rule: 'A list of Gemini’s models with another page is not complete',
    file: 'src/wires/gemini.ts',
    replace: 'complete: !page?.nextPageToken',
    by: 'complete: true',
  },
  {
    rule: 'An error inside an answer of Gemini fails it',
    file: 'src/wires/gemini.ts',
    replace: `  if (chunk?.error) throw eventFailure(chunk.error);
`,
    by: '',
  },
  {
    rule: 'A thought of Gemini is no text of the answer',
    file: 'src/wires/gemini.ts',
    replace: `    if (part?.thought === true) answer.thoughts += 1;
    else text`,
    by: '    text',
  },
  {
    rule: 'A model of Gemini that thinks is not silent',
    file: 'src/wires/gemini.ts',
    replace: 'if (part?.thought === true) answer.thoughts += 1;',
    by: 'if (part?.thought === true) continue;',
  },
  {
    rule: 'An answer of Gemini is cut by its limit',
    file: 'src/wires/gemini.ts',
    replace: "if (reason === 'MAX_TOKENS') return 'length';",
    by: '',
  },
  {
    rule: 'A filtered answer of Gemini is not whole',
    file: 'src/wires/gemini.ts',
    replace: "STOP_REASONS.has(reason) ? 'stop' : 'filtered'",
    by: "'stop'",
  },
  {
    rule: 'Thoughts of Gemini are output',
    file: 'src/wires/gemini.ts',
    replace: '(candidates ?? 0) + (thoughts ?? 0)',
    by: 'candidates ?? 0',
  },
  {
    rule: 'A count that is not repeated stays: Gemini',
    file: 'src/wires/gemini.ts',
    replace: 'tokensIn(usage.promptTokenCount) ?? answer.inputTokens',
    by: 'tokensIn(usage.promptTokenCount)',
  },
];
