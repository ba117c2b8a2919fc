import type { Break } from '../../break.ts';

const habits = ['test/flows/openai/habits-of-tools.test.ts'];

export const openAiToolBreaks: readonly Break[] = [
  {
    rule: 'An empty user below /openai/v1 is an absent one',
    file: 'src/core/openai/named-owner.ts',
    replace: " && value !== '');",
    by: ');',
    tests: habits,
  },
  {
    rule: 'A refusal that can be repeated asks for less than a minute',
    file: 'src/http/openai/refusal.ts',
    replace: 'Math.min(seconds, 59)',
    by: 'seconds',
    tests: habits,
  },
  {
    rule: 'A used-up quota has a type of its own',
    file: 'src/contract/openai/errors.ts',
    replace: "  if (code === 'insufficient_quota') return code;\n",
    by: '',
    tests: habits,
  },
  {
    rule: 'A completion has a system_fingerprint',
    file: 'src/core/openai/present-completion.ts',
    replace: '    system_fingerprint: null,\n',
    by: '',
    tests: habits,
  },
  {
    rule: 'A lone system message is the question',
    file: 'src/core/openai/read-messages.ts',
    replace: 'messages.length > 1 && systemRoles',
    by: 'messages.length > 0 && systemRoles',
    tests: habits,
  },
  {
    rule: 'A stop is refused, because nothing would stop there',
    file: 'src/contract/openai/parameters.ts',
    replace: "['repetition_penalty', 'logit_bias', 'seed']",
    by: "['repetition_penalty', 'logit_bias', 'seed', 'stop']",
    tests: ['test/flows/openai/chat-completions.test.ts'],
  },
  {
    rule: 'A stop that is empty asks for nothing',
    file: 'src/contract/openai/parameters.ts',
    replace: '  stop: [[]],\n',
    by: '',
    tests: habits,
  },
  {
    rule: 'A refused parameter is called not offered',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'is not offered here: ',
    by: 'must be another one: ',
    tests: habits,
  },
  {
    rule: 'A request without a user is told what the operator can set',
    file: 'src/http/openai/refusal.ts',
    replace: 'the operator can set openai_user_header or openai_default_user',
    by: 'send one',
    tests: habits,
  },
  {
    rule: 'An unknown model is named',
    file: 'src/http/openai/unknown-model.ts',
    replace: 'throw isUnknown ? openAiErrors.modelNotFound(model) : error;',
    by: "throw isUnknown ? openAiErrors.modelNotFound('x') : error;",
    tests: habits,
  },
  {
    rule: 'A path that is not offered below /openai/v1 is named, with those that are',
    file: 'src/http/openai/refusal.ts',
    replace: "if (code === 'not_found') return",
    by: "if (code === 'bad_request') return",
    tests: habits,
  },
  {
    rule: 'A client of OpenAI’s API with another base address is told the right one',
    file: 'src/http/server/not-found.ts',
    replace: 'if (isOpenAiPath(path) || !isRoute(openAiPath, rest)) return',
    by: 'if (isOpenAiPath(path) || rest !== path) return',
    tests: habits,
  },
  {
    rule: 'Clients of OpenAI’s API can show why a path is not there',
    file: 'src/core/openai/openai-errors.ts',
    replace: "return new ParleyError('not_found', detail, { extra: { error } });",
    by: "return new ParleyError('not_found', detail, { extra: error.param ?? {} });",
    tests: habits,
  },
  {
    rule: 'A path of the API that is asked for without /v1 is told where it is',
    file: 'src/http/server/not-found.ts',
    replace: "if (!asked.startsWith('/v1/') && isRoute('/v1', asked)) {",
    by: "if (asked === '/v1/') {",
    tests: habits,
  },
];
