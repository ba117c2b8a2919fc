import type { Break } from '../../break.ts';

const anthropic = 'src/wires/anthropic.ts';
const gemini = 'src/wires/gemini.ts';
const anthropicTest = ['test/wires/anthropic.test.ts'];
const geminiTest = ['test/wires/gemini.test.ts'];

/** What a wire makes of the events of its vendor. */
export const wireBreaks: readonly Break[] = [
  {
    rule: 'Text that begins a block of the messages API is read',
    file: anthropic,
    replace: "event.content_block?.type === 'text' ? textOf(event.content_block.text) : ''",
    by: "''",
    tests: anthropicTest,
  },
  {
    rule: 'A block of another kind has no text of the answer',
    file: anthropic,
    replace: "event.content_block?.type === 'text' ? textOf(event.content_block.text) : ''",
    by: 'textOf(event.content_block?.text)',
    tests: anthropicTest,
  },
  {
    rule: 'A model of the messages API that thinks is not silent',
    file: anthropic,
    replace: `      answer.thoughts += 1;
`,
    by: '',
    tests: anthropicTest,
  },
  {
    rule: 'Tokens written to the cache are input',
    file: anthropic,
    replace: 'input + read + (countOf(usage?.cache_creation_input_tokens) ?? 0)',
    by: 'input + read',
    tests: anthropicTest,
  },
  {
    rule: 'Tokens read from the cache are input',
    file: anthropic,
    replace: 'countOf(usage?.cache_read_input_tokens) ?? 0',
    by: '0',
    tests: anthropicTest,
  },
  {
    rule: 'A count that is not repeated stays: messages API',
    file: anthropic,
    replace: 'countOf(usage?.output_tokens) ?? answer.outputTokens',
    by: 'countOf(usage?.output_tokens)',
    tests: anthropicTest,
  },
  {
    rule: 'An answer that fills the window of Claude is cut',
    file: anthropic,
    replace: "reason === 'max_tokens' || reason === 'model_context_window_exceeded'",
    by: "reason === 'max_tokens'",
    tests: anthropicTest,
  },
  {
    rule: 'The last event of the messages API completes an answer',
    file: anthropic,
    replace: `      answer.end ??= 'stop';
`,
    by: '',
    tests: anthropicTest,
  },
  {
    rule: 'Nothing is read behind the last event of the messages API',
    file: anthropic,
    replace: `      answer.closed = true;
`,
    by: '',
    tests: anthropicTest,
  },
  {
    rule: 'An error document of the messages API is no answer',
    file: anthropic,
    replace: `  if (message?.type === 'error') throw eventFailure(message.error);
`,
    by: '',
    tests: anthropicTest,
  },
  {
    rule: 'A document of the messages API has no text of other blocks',
    file: anthropic,
    replace: "block?.type === 'text' ? textOf(block.text) : ''",
    by: 'textOf(block?.text)',
    tests: anthropicTest,
  },
  {
    rule: 'A list of Claude’s models that goes on is not complete',
    file: anthropic,
    replace: 'page?.has_more !== true',
    by: 'true',
    tests: anthropicTest,
  },
  {
    rule: 'Claude 3 gets a budget for its thoughts',
    file: anthropic,
    replace: 'claude-(3|',
    by: 'claude-(',
    tests: anthropicTest,
  },
  {
    rule: 'Each effort has a budget of its own: Claude',
    file: anthropic,
    replace: 'medium: 8_192, high: 16_384',
    by: 'medium: 2_048, high: 2_048',
    tests: anthropicTest,
  },
  {
    rule: 'The messages API gets no empty instructions',
    file: anthropic,
    replace: "...(request.instructions !== '' && { system: request.instructions })",
    by: 'system: request.instructions',
    tests: anthropicTest,
  },
  {
    rule: 'An answer of Gemini that ends for another reason is whole',
    file: gemini,
    replace: "['STOP', 'FINISH_REASON_UNSPECIFIED', 'OTHER']",
    by: "['STOP']",
    tests: geminiTest,
  },
  {
    rule: 'Older models of Gemini get a budget for their thoughts',
    file: gemini,
    replace: 'BUDGETED_MODEL.test(model) ? { thinkingBudget',
    by: 'false ? { thinkingBudget',
    tests: geminiTest,
  },
  {
    rule: 'A tuned model of Gemini has a path of its own',
    file: gemini,
    replace: '(models|tunedModels)\\/(.+)$/.exec',
    by: '(models)\\/(.+)$/.exec',
    tests: geminiTest,
  },
  {
    rule: 'Gemini’s models are listed by the names that requests use',
    file: gemini,
    replace: "?.map((name) => name.replace(/^models\\//, ''))",
    by: '',
    tests: geminiTest,
  },
  {
    rule: 'A list of Gemini’s models that goes on is not complete',
    file: gemini,
    replace: 'complete: !page?.nextPageToken',
    by: 'complete: true',
    tests: geminiTest,
  },
  {
    rule: 'An error inside an answer of Gemini fails it',
    file: gemini,
    replace: `  if (chunk?.error) throw eventFailure(chunk.error);
`,
    by: '',
    tests: geminiTest,
  },
  {
    rule: 'A thought of Gemini is no text of the answer',
    file: gemini,
    replace: `    if (part?.thought === true) answer.thoughts += 1;
    else text`,
    by: '    text',
    tests: geminiTest,
  },
  {
    rule: 'A model of Gemini that thinks is not silent',
    file: gemini,
    replace: 'if (part?.thought === true) answer.thoughts += 1;',
    by: 'if (part?.thought === true) continue;',
    tests: geminiTest,
  },
  {
    rule: 'An answer of Gemini is cut by its limit',
    file: gemini,
    replace: "if (reason === 'MAX_TOKENS') return 'length';",
    by: '',
    tests: geminiTest,
  },
  {
    rule: 'A filtered answer of Gemini is not whole',
    file: gemini,
    replace: "STOP_REASONS.has(reason) ? 'stop' : 'filtered'",
    by: "'stop'",
    tests: geminiTest,
  },
  {
    rule: 'Thoughts of Gemini are output',
    file: gemini,
    replace: '(candidates ?? 0) + (thoughts ?? 0)',
    by: 'candidates ?? 0',
    tests: geminiTest,
  },
  {
    rule: 'A count that is not repeated stays: Gemini',
    file: gemini,
    replace: 'countOf(usage.promptTokenCount) ?? answer.inputTokens',
    by: 'countOf(usage.promptTokenCount)',
    tests: geminiTest,
  },
];
