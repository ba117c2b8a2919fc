import type { Break } from '../../break.ts';

const reasons = 'src/wires/failure-reason.ts';
const refusals = ['test/flows/answers/provider-refusals.test.ts'];
const words = ['test/wires/failure-reason.test.ts'];

export const providerRefusalBreaks: readonly Break[] = [
  {
    rule: 'What a provider refuses in a request is not its failure',
    file: 'src/core/turn/run-turn.ts',
    replace: "error.reason === null || error.reason === 'misconfigured'",
    by: "error.reason !== 'content_filter'",
    tests: refusals,
  },
  {
    rule: 'The codes of vendors come before their words',
    file: reasons,
    replace: "if (typeof word === 'string' && Object.hasOwn(reasonOfCode, word))",
    by: "if (word === '' && Object.hasOwn(reasonOfCode, word))",
    tests: refusals,
  },
  {
    rule: 'A vendor that has no code for a conversation that is too long is understood by its words',
    file: reasons,
    replace: 'reasonInWords(error) ??',
    by: '',
    tests: [...refusals, ...words],
  },
  {
    rule: 'Only the beginning of a message is the words of the vendor, and not what it quotes',
    file: reasons,
    replace: 'beginning.test(message)',
    by: "new RegExp(beginning.source.replace('^', '')).test(message)",
    tests: words,
  },
  {
    rule: 'Where a vendor has a code, its words tell nothing',
    file: reasons,
    replace: "if (hasCode || typeof message !== 'string')",
    by: "if (typeof message !== 'string')",
    tests: words,
  },
  {
    rule: 'An error of a server that sends it without a wrapper is read',
    file: 'src/adapters/models/provider-failure.ts',
    replace: 'return document?.error ?? document;',
    by: 'return document?.error;',
    tests: refusals,
  },
  {
    rule: 'A filtered prompt of Gemini is a refusal',
    file: 'src/wires/gemini.ts',
    replace: "const reason = 'content_filter';",
    by: 'const reason = null;',
    tests: refusals,
  },
  {
    rule: 'A model or a key that is not there is not worth a repetition',
    file: 'src/http/streaming/turn-failure.ts',
    replace: 'return errors.providerError(ids, failureFacts(code, reason).retryable);',
    by: 'return errors.providerError(ids);',
    tests: refusals,
  },
  {
    rule: 'The reason of a refusal is stored with the turn',
    file: 'database/functions/8-endings.sql',
    replace: "nullif(split_part(x.error_code, ' ', 2), '')",
    by: "nullif(split_part(x.error_code, ' ', 3), '')",
    tests: refusals,
  },
  {
    rule: 'A refusal names its reason',
    file: 'src/core/errors.ts',
    replace: '{ headers: ids, reason, extra: { reason } }',
    by: '{ headers: ids, reason }',
    tests: refusals,
  },
  {
    rule: 'Clients of OpenAI’s API read its own code of a refusal',
    file: 'src/http/openai/refusal.ts',
    replace: "openAiCodeOfTurn('provider_refused', error.reason)",
    by: 'openAiCodeOf(error.code)',
    tests: refusals,
  },
  {
    rule: 'A refusal in a stream is an event with its reason',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'const { code, reason = null } = outcome;',
    by: 'const [code, reason] = [outcome.code, null];',
    tests: refusals,
  },
];
