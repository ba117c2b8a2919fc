import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Random } from '#test/batches/random.ts';
import { putDocument } from '#test/knowledge/documents.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { fillCorpus, madeWords } from '../../bench/support/made-corpus.ts';
import { median, quantile } from '../../bench/support/statistics.ts';

const chunks = 200_000;
const crowd = 50;
const waves = 10;
const wordsOfQuestion = 6;

interface Asked {
  readonly status: number;
  readonly took: number;
}

describe('Clients whose documents are searched at the same time', () => {
  it('get their answers beside one with 200,000 parts that asks 50 questions at once', {
    timeout: 900_000,
  }, async (t) => {
    await using api = await openApi();
    const random = new Random(21);
    const [large, small] = [await knowing(api), await knowing(api)];
    await putDocument(large, { id: 'first', text: 'The first document.' });
    const agent = large.client.defaultAgent;
    await fillCorpus(api.databaseUrl, { clientId: large.client.id, agent, chunks });
    const parts = Array.from({ length: 100 }, () => `${madeWords(random, 150)}.`);
    await putDocument(small, { id: 'handbook', text: parts.join('\n\n') });
    const ask = async (partner: Partner): Promise<Asked> => {
      const askedAt = performance.now();
      const { status } = await partner.send({ prompt: madeWords(random, wordsOfQuestion) });
      return { status, took: performance.now() - askedAt };
    };
    for (const partner of [large, small]) for (let nth = 0; nth < 10; nth++) await ask(partner);
    const quiet: Asked[] = [];
    for (let nth = 0; nth < 50; nth++) quiet.push(await ask(small));
    const beside: Asked[] = [];
    const crowded: Asked[] = [];
    for (let wave = 0; wave < waves; wave++) {
      let open = crowd;
      const answers = Array.from({ length: crowd }, () => ask(large).finally(() => (open -= 1)));
      while (open > 0) beside.push(await ask(small));
      crowded.push(...(await Promise.all(answers)));
    }
    t.diagnostic(`alone ${told(quiet)}; beside the crowd ${told(beside)}; the crowd ${told(crowded)}`);
    assert.ok(beside.length >= waves);
    assert.deepEqual([...new Set(beside.map(({ status }) => status))], [200]);
  });
});

function knowing(api: Api): Promise<Partner> {
  return api.partner({ scopes: ['chat', 'knowledge'] });
}

function told(asked: readonly Asked[]): string {
  const took = asked.map((each) => each.took);
  const failed = asked.filter(({ status }) => status !== 200).length;
  return `${failed} of ${asked.length} failed, p50 ${median(took).toFixed()} ms, p95 ${quantile(took, 0.95).toFixed()} ms`;
}
