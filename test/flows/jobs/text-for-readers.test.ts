import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Break } from '#test/break.ts';
import { allEventsOf } from '#test/reading/answer-events.ts';
import { until } from '#test/reading/until.ts';
import type { JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

/** Each piece of a job's text, and the heartbeat that stored it; processes without slots run no jobs. */
const recordBeats = `
  create sequence beats;
  create table stored (turn_id uuid, text text, beat bigint);
  create function count_beat() returns trigger language plpgsql as
    $$ begin perform nextval('beats'); return null; end $$;
  create trigger count_beat after update on processes for each row when (new.slots > 0)
    execute function count_beat();
  create function note_stored() returns trigger language plpgsql as $$ begin
    insert into stored select new.turn_id, new.text, last_value from beats; return null; end $$;
  create trigger note_stored after insert on turn_output for each row execute function note_stored()`;

const measured = 9;
/** Without readers a piece waits for some five. */
const fewBeats = 2;

type Read = (caller: JobCaller, id: string) => Promise<unknown>;

describe('The text of a job', () => {
  let world: JobWorld;
  let here: TestService;
  let elsewhere: TestService;
  before(async () => {
    world = await openJobWorld();
    await world.database.query(`do $do$ begin ${recordBeats}; end $do$`);
    [here, elsewhere] = await Promise.all([world.start(), world.start({ roles: 'api' })]);
  });
  after(() => world[Symbol.asyncDispose]());

  it('is stored once a second without readers there', async () => {
    const caller = await world.caller(here, { model: 'deltas=50,pace=50,stall=50' });
    const begun = performance.now();
    const { job_uuid } = await caller.enqueue();
    await until(() => beatThatStored(job_uuid, 49));
    const seconds = (performance.now() - begun) / 1_000;
    const rows = await world.database.query('select from stored where turn_id = $1', [job_uuid]);
    assert.ok(rows.length <= seconds + 1, `${rows.length} times in ${seconds} s`);
  });

  it('is stored at every heartbeat for readers of any kind', async () => {
    const kinds: readonly (readonly [string, TestService, Read])[] = [
      ['a follower', elsewhere, follow],
      ['long polls', elsewhere, (caller, id) => poll(caller, id, 10)],
      ['polls', elsewhere, (caller, id) => poll(caller, id, 0)],
      ['polls of the process that runs it', here, (caller, id) => poll(caller, id, 0)],
    ];
    const jobs = [];
    // One after the other, because the provider's scenarios are taken in their order.
    for (const [what, service, read] of kinds) jobs.push({ what, ...(await start(service, read)) });
    await Promise.all(
      jobs.map(async ({ what, id, release, reading }) => {
        const waits = await beatsUntilStored(id, release);
        await reading;
        const median = waits.toSorted((a, b) => a - b)[Math.floor(measured / 2)] ?? Number.NaN;
        assert.ok(median <= fewBeats, `${what}: stored after ${waits} beats`);
      }),
    );
  });

  /** A job whose reader waits for the first piece. */
  async function start(service: TestService, read: Read) {
    const pieces = Array.from({ length: measured + 1 }, () => Promise.withResolvers<void>());
    const calls = world.mock.received;
    world.mock.enqueue({ deltas: pieces.length, before: (place) => pieces[place]?.promise });
    const caller = await world.caller(here);
    const { job_uuid: id } = await caller.enqueue();
    await world.mock.waitForCall(calls + 1);
    return {
      id,
      reading: read(caller.at(service), id),
      release: (place: number) => pieces[place]?.resolve(),
    };
  }

  /** How many heartbeats came after each piece, with the one that stored it. The last piece comes with the end. */
  async function beatsUntilStored(id: string, release: (place: number) => void): Promise<number[]> {
    const waits: number[] = [];
    for (let place = 0; place < measured; place++) {
      const [now] = await world.database.query<{ beat: number }>('select last_value as beat from beats');
      release(place);
      const { beat } = await until(() => beatThatStored(id, place));
      waits.push(beat - (now?.beat ?? Number.NaN));
    }
    release(measured);
    return waits;
  }

  async function beatThatStored(id: string, place: number) {
    const [row] = await world.database.query<{ beat: number }>(
      'select beat from stored where turn_id = $1 and text like $2',
      [id, `%word${place} %`],
    );
    return row;
  }
});

async function follow(caller: JobCaller, id: string): Promise<void> {
  await allEventsOf(await caller.follow(id, undefined, 'text/event-stream'));
}

/** By long polls, or by one every 100 ms. */
async function poll(caller: JobCaller, id: string, waitSeconds: number): Promise<void> {
  let output = await caller.output(id, undefined, waitSeconds);
  while (!output.final) {
    if (waitSeconds === 0) await delay(100);
    output = await caller.output(id, output.cursor, waitSeconds);
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'A follower announces itself to the process that runs its turn',
    file: 'src/core/jobs/follow-turn.ts',
    replace: "if (state === 'running') notices.announce(this.#owner, this.#turnId);",
    by: '',
  },
  {
    rule: 'A reader of output announces itself to the process that runs its turn',
    file: 'src/core/jobs/read-job.ts',
    replace: "if (output.state === 'running') reading.notices.announce(owner, record.id);",
    by: '',
  },
];
