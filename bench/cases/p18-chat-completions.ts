import type { BenchCase } from '../case.ts';
import type { Contender } from '../contenders/contender.ts';
import type { MockProvider } from '../contenders/mock.ts';
import { startParley } from '../contenders/parley.ts';
import { compare } from '../side-by-side.ts';
import { ratios, sums } from '../support/statistics.ts';
import { costOf, pacedTurns } from './paced-turns.ts';

export const p18: BenchCase = {
  id: 'p18',
  title: 'CPU of the same turn as the chunks of a chat completion, against POST /v1/stream',
  async run(effort) {
    const of = await compare(pacedTurns(effort, [startParley, startWithChunks]));
    const text = costOf(of('parley'));
    const chunks = costOf(of('parley in chunks'));
    const information = { case: 'p18', goal: null, unit: 'ms' } as const;
    return {
      findings: [
        {
          case: 'p18',
          what: 'service CPU per turn, chunks / text',
          unit: '×',
          values: ratios(chunks.server, text.server),
          goal: { atMost: 1.05 },
        },
        {
          case: 'p18',
          what: 'CPU per turn with PostgreSQL, chunks / text',
          unit: '×',
          values: ratios(sums(chunks.server, chunks.database), sums(text.server, text.database)),
          goal: { atMost: 1.05 },
        },
        { ...information, what: 'service CPU per turn, chunks', values: chunks.server },
        { ...information, what: 'service CPU per turn, text', values: text.server },
      ],
      raw: { parley: of('parley'), chunks: of('parley in chunks') },
    };
  },
};

const body = {
  model: 'assistant',
  stream: true,
  safety_identifier: 'user-{n}',
  messages: [{ role: 'user', content: 'Tell me about the weather in spring.' }],
};

async function startWithChunks(mock: MockProvider): Promise<Contender> {
  const parley = await startParley(mock);
  const target = parley.route({
    method: 'POST',
    path: '/openai/v1/chat/completions',
    body: JSON.stringify(body),
    format: 'openai',
  });
  return { ...parley, name: 'parley in chunks', target };
}
