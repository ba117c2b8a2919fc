import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { createTestDatabase } from '#test/database/test-database.ts';
import { useCommandLine } from './command-line.ts';

describe('the command line, on prices', () => {
  const { parley } = useCommandLine(createTestDatabase);

  test('a price is set, listed, and amended with a reason', async () => {
    const first = 'price set demo/demo --from 2020-01-01 --input 1.25 --output 10';
    const bare = await parley(first);
    assert.equal(bare.code, 1);
    assert.match(bare.stderr, /--currency is required with the first price/);
    const { database: _, ...set } = (
      await parley(`${first} --currency USD --cache-read 0.1250 --json`)
    ).json();
    const price = {
      model: 'demo/demo',
      from_day: '2020-01-01',
      currency: 'USD',
      input: '1.25',
      cache_read: '0.125',
      cache_write: null,
      output: '10',
    };
    assert.deepEqual(set, { ok: true, price });
    const { stdout } = await parley('price list');
    assert.match(stdout, /^demo\/demo {2}2020-01-01 {2}1\.25 +0\.125 +1\.25 +10 +USD$/m);
    const again = await parley(`${first.replace('1.25', '2')} --json`);
    assert.deepEqual([again.code, again.json().code], [1, 'validation_error']);
    const amended = await parley(`${first.replace('1.25', '2')} --amend --reason Bill --json`);
    assert.equal(amended.code, 0);
    assert.match((await parley('audit')).stdout, /price\.set +demo\/demo +.*reason: Bill/);
    assert.equal((await parley('price set demo/demo --from 2020-01-01 --input 1')).code, 2);
    // Stored all the same: a price may be set before a provider has its model.
    const early = await parley('price set later/model --from 2020-01-01 --input 1 --output 1');
    assert.equal(early.code, 0);
    assert.match(early.stderr, /no provider has the model later\/model: its price counts once one has it/);
    assert.doesNotMatch(amended.stderr, /no provider/);
    assert.equal(amended.json().notices, undefined);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The price of a model that no provider has is not stored in silence',
    file: 'src/app/diagnose-providers.ts',
    replace: "(await findModel(config, reference)) === 'found'",
    by: "(await findModel(config, reference)) !== 'unknown'",
  },
  {
    rule: 'The command line sends the reason of an amended price',
    file: 'src/cli/commands/price.ts',
    replace: "    reason: input.option('reason'),\n",
    by: '',
  },
];
