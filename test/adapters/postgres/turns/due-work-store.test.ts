import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgresDueWorkStore } from '#adapters/postgres/turns/due-work-store.ts';
import type { Break } from '#test/break.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { ownerIn, startTurn } from '#test/world/factories.ts';

const queueTtlMs = 600_000;

describe('What waits for any process', () => {
  const here = randomUUID();
  let world: ConversationWorld;
  let store: PostgresDueWorkStore;
  before(async () => {
    world = await openConversationWorld();
    store = new PostgresDueWorkStore(world.database);
  });
  after(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    await world.database.query('delete from turns');
    await world.database.query('delete from processes');
    await world.turns.register(here, 600_000, 1);
    await world.startOver();
  });

  const look = (withHeld: boolean) => store.dueWork(here, queueTtlMs, withHeld);

  it('is nothing where nothing waits', async () => {
    const { held, ...work } = await look(true);
    assert.deepEqual(work, {
      ...{ queued: false, overdue: false, lost: false, erasures: false, deliveries: false },
    });
    assert.partialDeepStrictEqual(held, { assigned: false, busyElsewhere: 0 });
    assert.deepEqual(await look(false), { ...work, held: null });
  });

  it('has a job that may be claimed, and no longer one that was', async () => {
    await world.queued();
    assert.equal((await look(false)).queued, true);
    assert.equal((await world.turns.claim('standard', here, 1)).length, 1);
    assert.equal((await look(false)).queued, false);
  });

  it('has a job once it is overdue, and with the held turns also one that has long been', async () => {
    await world.queued();
    const waits = async (seconds: number) => {
      await world.database.query('update turns set queued_at = now() - make_interval(secs => $1)', [seconds]);
      return [(await look(false)).overdue, (await look(true)).overdue];
    };
    assert.deepEqual(await waits(queueTtlMs / 1_000 - 5), [false, false]);
    assert.deepEqual(await waits(queueTtlMs / 1_000 + 5), [true, true]);
    assert.deepEqual(await waits(queueTtlMs / 1_000 + 3_600), [false, true]);
  });

  it('has a process whose lease is over', async () => {
    await world.turns.register(randomUUID(), -1, 1);
    assert.equal((await look(false)).lost, true);
  });

  it('has the turns of this process, of others, and of one that there is not', async () => {
    const other = randomUUID();
    await world.turns.register(other, 600_000, 1);
    const begin = (processId: string) =>
      startTurn(world.turns, world.client, ownerIn(world.client), { processId });
    await begin(other);
    assert.partialDeepStrictEqual(await look(true), {
      lost: false,
      held: { assigned: false, busyElsewhere: 0 },
    });
    await begin(here);
    assert.partialDeepStrictEqual(await look(true), { lost: false, held: { assigned: true } });
    await world.queued();
    assert.equal((await world.turns.claim('standard', other, 1)).length, 1);
    assert.partialDeepStrictEqual(await look(true), { lost: false, held: { busyElsewhere: 1 } });
    await begin(randomUUID());
    assert.partialDeepStrictEqual(await look(true), { lost: true, held: { busyElsewhere: 1 } });
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Jobs that became overdue long ago are found with the held turns',
    file: 'database/functions/12-due-work.sql',
    replace: "case when p_held then '-infinity' else now() - p_queue_ttl - interval '20 s' end",
    by: "now() - p_queue_ttl - interval '20 s'",
  },
  {
    rule: 'A turn of a process that there is not is lost',
    file: 'database/functions/12-due-work.sql',
    replace: 't.process_id <> all (array(select id from newest_processes()))',
    by: 'false',
  },
  {
    rule: 'A process whose lease is over is noticed by the next look',
    file: 'database/functions/12-due-work.sql',
    replace: 'exists (select from newest_processes() where lease_until < now())',
    by: 'false',
  },
];
