import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { until } from '#test/reading/until.ts';
import {
  asksToCancel,
  askToCancel,
  confirmAll,
  decide,
  type SweptAction,
  settleLedger,
  sweepClicks,
} from '#test/tools/action-sweep.ts';
import {
  answerOf,
  asksForOrders,
  type Killed,
  openReleaseWorld,
  type ReleaseWorld,
  runningTurns,
  sweepReplies,
} from '#test/tools/release-sweep.ts';
import { StatementKills, sidesOfBoundaries } from '#test/tools/statement-kills.ts';
import { type Release, unpackRelease } from '#test/upgrade/release.ts';

const long = { timeout: 600_000 };
/** More than a yes has. */
const mostQuestions = 40;

/** What became of a call takes two statements, and the end of its turn one. */
const leastBehindReply = 3;

describe('Tools, while processes of 0.4.0 run beside those of this version', { concurrency: 8 }, () => {
  let release: Release;
  before(async () => {
    release = await unpackRelease('0.4.0');
  });
  after(() => release[Symbol.asyncDispose]());

  it('are not offered, and what was asked before is asked still when these are gone', long, async () => {
    await using world = await openReleaseWorld(release);
    const first = await world.startAlone();
    const caller = world.user.at(first);
    const waiting = await askToCancel(caller);
    const requests = world.shop.requests().length;
    const old = await world.startOld();
    assert.match(await answerOf(caller, asksForOrders), /is not offered here/);
    assert.equal(world.shop.requests().length, requests);
    await old[Symbol.asyncDispose]();
    assert.equal((await decide(caller, waiting)).status, 202);
    await until(() => world.shop.effects(`call_${waiting}`).length === 1);
  });

  it(
    'do nothing after a yes, at whatever statement its process dies, and nothing else is said of it',
    long,
    async (t) => {
      await using world = await openReleaseWorld(release);
      await using kills = await StatementKills.start(world.databaseUrl);
      const { user } = world;
      const first = await world.startAlone();
      const questions: string[] = [];
      while (questions.length < mostQuestions) questions.push(await askToCancel(user.at(first)));
      await first[Symbol.asyncDispose]();
      const old = await world.startOld();
      const swept = await sweepClicks({
        kills,
        caller: user.at(old),
        startVictim: () => world.start({ DATABASE_URL: kills.url }),
        askedBefore: () => questions.shift() ?? assert.fail('a yes has more statements than that'),
      });
      const { effects } = await settle(t, world, swept.actions, 20);
      assert.equal(effects, 0);
    },
  );

  for (const side of sidesOfBoundaries) {
    it(`happen once where they were asked after a yes, ${side} each statement`, long, async (t) => {
      await using world = await openReleaseWorld(release);
      const killed = await sweepReplies(world, side, async (victim) => {
        const id = await askToCancel(victim);
        return { id, isAcknowledged: (await decide(victim, id)).ok };
      });
      const swept = killed.map(({ begun, where }) => ({ asker: world.user, where, ...begun }));
      const { effects } = await settle(t, world, swept, leastBehindReply);
      assert.equal(effects, swept.length);
    });

    it(`leave a question that can be said yes to once, or none, ${side} each statement`, long, async (t) => {
      await using world = await openReleaseWorld(release);
      const killed = await sweepReplies(world, side, async (victim, where) => {
        const asker = victim.as(`asker-${where.replace(' ', '-')}`);
        void answerOf(asker, `${asksForOrders} ${asksToCancel}`).catch(() => '');
        return asker;
      });
      const last = await world.startAlone();
      const askers = killed.map(({ begun, where }) => ({ asker: begun.at(last), where }));
      const actions = await confirmAll(askers);
      await settle(t, world, actions, 0);
      assert.ok(killed.length >= leastBehindReply, `${killed.length} boundaries were seen`);
    });

    it(
      `are read by a job that the one of 0.4.0 answers without them, ${side} each statement`,
      long,
      async (t) => {
        await using world = await openReleaseWorld(release);
        const killed: readonly Killed<string>[] = await sweepReplies(
          world,
          side,
          async (victim) => (await victim.enqueue({ prompt: asksForOrders })).job_uuid,
        );
        t.diagnostic(JSON.stringify({ boundaries: killed.length, requests: world.shop.requests().length }));
        const last = world.user.at(await world.start());
        for (const { begun, where } of killed) {
          assert.equal((await last.job(begun)).status, 'completed', where);
        }
        assert.ok(killed.length >= leastBehindReply, `${killed.length} boundaries were seen`);
      },
    );
  }
});

/** Compares the partner's ledger with what readers are told once no process of the release before lives. */
async function settle(
  t: TestContext,
  world: ReleaseWorld,
  swept: readonly SweptAction[],
  leastBoundaries: number,
) {
  await until(async () => (await runningTurns(world.database)) === 0);
  const last = await world.start();
  const actions = swept.map((action) => ({ ...action, asker: action.asker.at(last) }));
  const ledger = await settleLedger(world.shop, { boundaries: actions.length, actions });
  t.diagnostic(JSON.stringify(ledger));
  assert.deepEqual([ledger.doubled, ledger.silent], [0, 0]);
  assert.ok(ledger.boundaries >= leastBoundaries, `${ledger.boundaries} boundaries were seen`);
  return ledger;
}
