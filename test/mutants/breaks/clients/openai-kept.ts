import type { Break } from '../../break.ts';

const kept = ['test/flows/openai/what-responses-keep.test.ts'];
const anthropic = ['test/wires/anthropic.test.ts'];

export const keptRequestBreaks: readonly Break[] = [
  {
    rule: 'The most tokens of an answer reach the provider',
    file: 'src/core/turn/run-turn.ts',
    replace: 'maxTokens: turn.maxTokens ?? undefined,',
    by: 'maxTokens: undefined,',
    tests: kept,
  },
  {
    rule: 'The most tokens of an answer reach the provider from the background',
    file: 'database/functions/7-claim.sql',
    replace: "'max_tokens', max_tokens)",
    by: "'max_tokens', null)",
    tests: kept,
  },
  {
    rule: 'The newest name of the most tokens wins',
    file: 'src/core/openai/checked-request.ts',
    replace: 'body.max_completion_tokens ?? body.max_tokens ?? null',
    by: 'body.max_tokens ?? body.max_completion_tokens ?? null',
    tests: kept,
  },
  {
    rule: 'Instructions reach the model from the background',
    file: 'database/functions/7-claim.sql',
    replace: "jsonb_build_object('instructions', instructions,",
    by: "jsonb_build_object('instructions', '',",
    tests: kept,
  },
  {
    rule: 'A response shows what its request said',
    file: 'src/core/openai/present-response.ts',
    replace: 'instructions: asked?.instructions || null,',
    by: 'instructions: null,',
    tests: kept,
  },
  {
    rule: 'A response shows the response that it goes on from',
    file: 'src/http/openai/responses.ts',
    replace: 'previousTurnId: record.id }',
    by: 'previousTurnId: undefined }',
    tests: kept,
  },
  {
    rule: 'A response shows the metadata of its request',
    file: 'src/core/openai/present-response.ts',
    replace: 'metadata: { ...asked?.metadata, conversation_uuid',
    by: 'metadata: { conversation_uuid',
    tests: kept,
  },
  {
    rule: 'A response shows no metadata that are longer than those of OpenAI’s API',
    file: 'src/core/openai/read-response.ts',
    replace: 'member[1].length <= textCharacters,',
    by: 'member[1].length <= 10 * textCharacters,',
    tests: kept,
  },
  {
    rule: 'The tokens of a response are estimated where nobody counted them',
    file: 'src/core/openai/present-response.ts',
    replace: 'if (!isCounted && (asked === null || !isWhole)) return null;',
    by: 'if (!isCounted) return null;',
    tests: kept,
  },
  {
    rule: 'Only a request for a response stores what it said',
    file: 'src/core/turn/chat-request.ts',
    replace: 'response: null,',
    by: "response: { instructions: '', maxTokens: null, previousTurnId: null, metadata: {}, askedBytes: 0 },",
    tests: kept,
  },
  {
    rule: 'A budget of tokens stays below the limit of the answer',
    file: 'src/wires/anthropic.ts',
    replace: 'Math.min(BUDGET_TOKENS[effort], maxTokens - 1)',
    by: 'BUDGET_TOKENS[effort]',
    tests: anthropic,
  },
  {
    rule: 'The limit of an answer is one that every model accepts',
    file: 'src/wires/anthropic.ts',
    replace: 'Math.min(request.maxTokens ?? MAX_TOKENS, MAX_TOKENS)',
    by: 'request.maxTokens ?? MAX_TOKENS',
    tests: anthropic,
  },
];
