import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { allEventsOf } from '#test/reading/answer-events.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

/** An answer of four seconds is stored some twenty times when every heartbeat carries its text, otherwise five. */
const model = 'deltas=80,pace=50';
const betweenBoth = 9;

describe('The text of a job', { timeout: 60_000 }, () => {
  let world: JobWorld;
  let here: TestService;
  let elsewhere: TestService;
  before(async () => {
    world = await openJobWorld();
    [here, elsewhere] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
  });
  after(() => world[Symbol.asyncDispose]());

  async function start(service: TestService): Promise<{ caller: JobCaller; id: string }> {
    const caller = await world.caller(here, { model });
    return { caller: caller.at(service), id: (await caller.enqueue()).job_uuid };
  }

  /** How many different positions of the text one reader received, by long polls or by one every 100 ms. */
  async function placesPolled(service: TestService, waitSeconds: number): Promise<number> {
    const { caller, id } = await start(service);
    const places = new Set<string>();
    for (;;) {
      const { cursor, final } = await caller.output(id, [...places].at(-1), waitSeconds);
      if (final) return places.size;
      places.add(cursor);
      if (waitSeconds === 0) await delay(100);
    }
  }

  async function deltasFollowed(service: TestService): Promise<number> {
    const { caller, id } = await start(service);
    const events = await allEventsOf(await caller.follow(id, undefined, 'text/event-stream'));
    return events.filter(({ event }) => event === 'delta').length;
  }

  it('is stored once a second without readers there, and at every heartbeat for readers of any kind', async () => {
    const [unread, ...read] = await Promise.all([
      timesStored(),
      deltasFollowed(elsewhere),
      placesPolled(elsewhere, 10),
      placesPolled(elsewhere, 0),
      placesPolled(here, 0),
    ]);
    assert.ok(unread < betweenBoth, `unread it was stored ${unread} times`);
    for (const times of read) assert.ok(times > betweenBoth, `readers were told ${read} times`);
  });

  /** The rows of text of an unread job, once all of it has arrived. */
  async function timesStored(): Promise<number> {
    const caller = await world.caller(here, { model: `${model},stall=80` });
    const { job_uuid } = await caller.enqueue();
    for (;;) {
      const [row] = await world.database.query<{ times: number; is_all: boolean }>(
        `select count(*)::int as times, coalesce(bool_or(text like '%word79 %'), false) as is_all
         from turn_output where turn_id = $1`,
        [job_uuid],
      );
      if (row?.is_all) return row.times;
      await delay(100);
    }
  }
});
