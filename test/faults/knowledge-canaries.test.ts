import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { Random } from '#test/batches/random.ts';
import { playCanaries } from '#test/knowledge/canary-matrix.ts';
import { openHosted } from '#test/world/hosted.ts';

const rounds = 600;

describe('Documents of other clients, of other plans and of the past', () => {
  it('reach the provider by no way', { timeout: 600_000 }, async (t) => {
    const seed = Number(process.env['PARLEY_FAULT_SEED'] ?? randomInt(2 ** 31));
    t.diagnostic(`PARLEY_FAULT_SEED=${seed}`);
    await using hosted = await openHosted({
      processes: 2,
      config: { titles: 'model', fallback: ['openai/other'] },
    });
    const { had, spared, ways } = await playCanaries(hosted, { rounds, random: new Random(seed) });
    t.diagnostic(
      `${had} had what they may use, ${spared} were spared what they may not, by ${ways.size} ways`,
    );
    assert.ok(had > rounds / 40 && spared > rounds / 4 && ways.size === 10);
  });
});
