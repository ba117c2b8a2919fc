import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  type Sweep,
  type SweepLedger,
  type SweepOptions,
  settleLedger,
  sweepClicks,
  sweepQuestions,
} from '#test/tools/action-sweep.ts';
import type { PartnerShop } from '#test/tools/partner-shop.ts';
import { StatementKills } from '#test/tools/statement-kills.ts';
import { openToolWorld } from '#test/tools/tool-world.ts';

const long = { timeout: 1_800_000 };

describe('A process that is killed at each of its statements', () => {
  it(
    'while it sends what was confirmed, leaves one effect or none, and says nothing that is untrue',
    long,
    (t) => sweep(t, sweepClicks, 22),
  );

  it(
    'while its partner drops every third answer, and cuts some requests before it has read them',
    long,
    (t) =>
      sweep(t, sweepClicks, 22, (shop) => {
        shop.dropsOneIn = 3;
        shop.cutsOneIn = 4;
      }),
  );

  it('while it asks for a yes, leaves a question that can be confirmed once, or none', long, (t) =>
    sweep(t, sweepQuestions, 14),
  );
});

/** Sweeps all boundaries, of which there must be so many, and compares the partner's ledger with what readers are told. */
async function sweep(
  t: TestContext,
  run: (options: SweepOptions) => Promise<Sweep>,
  leastBoundaries: number,
  disturb: (shop: PartnerShop) => void = () => {},
): Promise<void> {
  await using world = await openToolWorld();
  await using kills = await StatementKills.start(world.databaseUrl);
  // It stays alive, and takes over what the others leave.
  const caller = await world.caller(await world.start());
  disturb(world.shop);
  const startVictim = () => world.start({ DATABASE_URL: kills.url });
  const swept = await run({ kills, caller, startVictim });
  const ledger: SweepLedger = await settleLedger(world.shop, swept);
  t.diagnostic(JSON.stringify(ledger));
  assert.deepEqual([ledger.doubled, ledger.silent], [0, 0]);
  assert.ok(ledger.boundaries >= leastBoundaries, `${ledger.boundaries} boundaries were seen`);
  assert.ok(ledger.effects > 0, 'nothing has happened');
}
