import type { FoundSources } from '#contract/knowledge/sources.ts';
import type { OperationExample } from '../types.ts';

const found: FoundSources = {
  ok: true,
  mode: 'found',
  data: [
    {
      source: 'client',
      document_id: 'returns',
      title: 'Returns and refunds',
      heading: 'Within the European Union',
      text: 'Goods can be returned within 30 days.',
      score: 7.31,
    },
  ],
};

function exampleOf(parameters: Readonly<Record<string, string>>) {
  const body = { q: 'How long can I send something back?', facts: { plan: 'team' } };
  return { parameters, body, answers: { 200: found } } as const satisfies OperationExample;
}

/** Examples of the operations that say what a question would find. */
export const sourceExamples = {
  findSources: exampleOf({ agent: 'assistant' }),
  findClientSources: exampleOf({ slug: 'acme', agent: 'assistant' }),
  findAgentSources: exampleOf({ slug: 'assistant' }),
} as const;
