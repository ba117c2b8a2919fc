import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { endedTurnStatement, PostgresEndedTurnStore } from '#adapters/postgres/turns/ended-turn-store.ts';
import { endedStatuses } from '#contract/jobs.ts';
import type { EndedTurnFilter } from '#core/jobs/ended-turns.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import type { Break } from '#test/break.ts';
import { type ConversationWorld, openConversationWorld } from '#test/world/conversation-world.ts';
import { createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

let world: ConversationWorld;
let store: PostgresEndedTurnStore;

describe('The list of ended turns', () => {
  before(async () => {
    world = await openConversationWorld();
    store = new PostgresEndedTurnStore(world.database);
  });
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('has what ended, newest first, and nothing that waits or runs', async () => {
    const first = await ended();
    const second = await ended({ state: 'failed', errorCode: 'provider_error', finishReason: 'error' });
    await world.running();
    await world.queued();
    const rows = await store.list(ofClient(), null, 10);
    assert.deepEqual(
      rows.map(({ id, state, errorCode }) => [id, state, errorCode]),
      [
        [second, 'failed', 'provider_error'],
        [first, 'completed', null],
      ],
    );
  });

  it('continues after an id, so that its pages contain each turn once', async () => {
    const ids = [await ended(), await ended(), await ended()].reverse();
    const [top] = await store.list(ofClient(), null, 1);
    const rest = await store.list(ofClient(), top?.id ?? null, 5);
    assert.deepEqual([top?.id, ...rest.map(({ id }) => id)], ids);
  });

  it('is of one user and of one client only, where they are named', async () => {
    const mine = await ended();
    const other = await ended({}, {}, 'user-2');
    const { client: first } = world;
    await world.startOver();
    const foreign = await ended();
    const filter = { ...ofClient(), clientSlug: first.slug };
    assert.deepEqual(await idsOf(filter), [other, mine]);
    assert.deepEqual(await idsOf({ ...filter, userId: 'user-1' }), [mine]);
    assert.deepEqual(await idsOf({ ...filter, userId: 'USER-1' }), []);
    assert.deepEqual((await idsOf({ ...filter, clientSlug: null })).slice(0, 3), [foreign, other, mine]);
  });

  it('takes every status and every set of them', async () => {
    const completed = await ended();
    const failed = await ended({ state: 'failed', errorCode: 'provider_error' });
    const cancelled = await ended({ state: 'cancelled', errorCode: 'cancelled' });
    for (const clientSlug of [world.client.slug, null]) {
      const filter = { ...ofClient(), clientSlug };
      assert.deepEqual((await idsOf({ ...filter, statuses: ['failed'] }))[0], failed);
      assert.deepEqual((await idsOf({ ...filter, statuses: ['failed', 'cancelled'] })).slice(0, 2), [
        cancelled,
        failed,
      ]);
      assert.deepEqual((await idsOf({ ...filter, statuses: ['completed', 'failed'] })).slice(0, 2), [
        failed,
        completed,
      ]);
    }
    assert.deepEqual(await idsOf({ ...ofClient(), userId: 'user-1', statuses: ['failed'] }), [failed]);
    assert.deepEqual(await idsOf({ ...ofClient(), statuses: ['expired'] }), []);
  });

  it('finds the turn of a request by the id that the sender saw, and by its own', async () => {
    const own = await ended();
    const behindProxy = await ended({}, { foreignRequestId: 'edge-7' });
    const requestOf = async (requestId: string, more: Partial<EndedTurnFilter> = {}) =>
      (await store.list({ ...ofClient(), requestId, ...more }, null, 10)).map((row) => [
        row.id,
        row.requestId,
      ]);
    assert.deepEqual(await requestOf(own), [[own, own]]);
    assert.deepEqual(await requestOf('edge-7'), [[behindProxy, 'edge-7']]);
    assert.deepEqual(await requestOf('edge-7', { clientSlug: null }), [[behindProxy, 'edge-7']]);
    assert.deepEqual(await requestOf(own, { clientSlug: null }), [[own, own]]);
    assert.deepEqual(await requestOf(behindProxy), [[behindProxy, 'edge-7']]);
    assert.deepEqual(await requestOf(own, { userId: 'user-2' }), []);
    const another = await createClient(world.database);
    assert.deepEqual(await requestOf(own, { clientSlug: another.slug }), []);
    assert.deepEqual(await requestOf('edge-7', { clientSlug: another.slug }), []);
    for (const requestId of ['', 'edge-8']) assert.deepEqual(await requestOf(requestId), []);
  });

  it('knows no request of a turn from an earlier release', async () => {
    const old = await ended();
    await world.database.query('update turns set request_id = null where id = $1', [old]);
    assert.deepEqual(
      (await store.list(ofClient(), null, 10)).map((row) => [row.id, row.requestId]),
      [[old, null]],
    );
  });

  it('has the moments between since and until, since included', async () => {
    const old = await endedAt('2026-01-01T12:00:00Z');
    const recent = await endedAt('2026-01-01T13:00:00Z');
    const noon = new Date('2026-01-01T13:00:00Z');
    assert.deepEqual(await idsOf({ ...ofClient(), since: noon }), [recent]);
    assert.deepEqual(await idsOf({ ...ofClient(), until: noon }), [old]);
    assert.deepEqual(await idsOf({ ...ofClient(), clientSlug: null, since: new Date(0), until: noon }), [
      old,
    ]);
  });

  it('reads an index in its order, whatever is asked, and never sorts a client’s turns', async () => {
    await fill();
    for (const [index, filter] of [
      ['turns_ended', { ...ofClient(), userId: 'user-1' }],
      ['turns_unanswered', { ...ofClient(), statuses: ['failed'] }],
      ['turns_unanswered', { ...ofClient(), clientSlug: null, statuses: ['failed', 'expired'] }],
      ['turns_pkey', ofClient()],
      ['turns_pkey', { ...ofClient(), clientSlug: null }],
      ['turns_of_request', { ...ofClient(), clientSlug: null, requestId: newId() }],
    ] as const) {
      for (const plan of [await planOf(filter), await genericPlanOf(filter)]) {
        assert.match(plan, new RegExp(`Index Scan (Backward )?using ${index} on turns`), index);
        assert.doesNotMatch(plan, /Seq Scan on turns|Bitmap/, index);
      }
    }
  });
});

function ofClient(): EndedTurnFilter {
  return {
    clientSlug: world.client.slug,
    userId: null,
    statuses: endedStatuses,
    requestId: null,
    since: null,
    until: null,
  };
}

async function idsOf(filter: EndedTurnFilter): Promise<string[]> {
  return (await store.list(filter, null, 10)).map(({ id }) => id);
}

async function ended(
  finish: Partial<Finish> = {},
  admission: Partial<Admission> = {},
  userId = 'user-1',
): Promise<string> {
  const turn = await startTurn(world.turns, world.client, ownerIn(world.client, userId), admission);
  await finishTurn(world.turns, turn, 'An answer', finish);
  return turn.turnId;
}

/** A turn whose id was made at a moment, and which the database stored then. */
async function endedAt(moment: string): Promise<string> {
  const time = Date.parse(moment).toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}${(await ended()).slice(13)}`;
  await world.database.query(
    'update turns set id = $1, created_at = $2 where client_id = $3 and created_at > $2 and id > $1',
    [id, moment, world.client.id],
  );
  return id;
}

/** So many turns, of so many clients, that a plan which reads all of them costs more than one that reads a page. */
async function fill(): Promise<void> {
  await world.database.query(
    `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, priority, deep_dive,
       retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day, finished_at, request_id)
     select case when n % 10 = 0 then $1 else $1 + n % 20 end, gen_random_uuid(), gen_random_uuid(), case when n % 50 = 0 then 'user-1' else 'user-' || n end,
       'assistant', 'stream', case when n % 90 = 0 then 'failed' when n % 95 = 0 then 'expired' else 'completed' end,
       false, false, false, 'cancel', gen_random_uuid(), 1, gen_random_uuid(), 2, current_date, now(),
       case when n % 40 = 0 then 'edge-' || n else '' end from generate_series(1, 20000) n`,
    [world.client.id],
  );
  await world.database.query('analyze turns');
}

async function planOf(filter: EndedTurnFilter): Promise<string> {
  const { text, values } = endedTurnStatement(filter, null, 21);
  const rows = await world.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** The plan that a connection keeps for whatever is asked next. */
async function genericPlanOf(filter: EndedTurnFilter): Promise<string> {
  const { text, values = [] } = endedTurnStatement(filter, null, 21);
  return world.database.transaction(async (transaction) => {
    await transaction.script('set local plan_cache_mode = force_generic_plan');
    const types = [
      'text',
      'text',
      'text[]',
      'uuid',
      'uuid',
      'timestamptz',
      'timestamptz',
      'bigint',
      'text',
      'uuid',
    ];
    await transaction.script(`prepare ended (${types.slice(0, values.length).join()}) as ${text}`);
    const given = values.map((value) =>
      value === null ? 'null' : `'${Array.isArray(value) ? `{${value.join()}}` : String(value)}'`,
    );
    const rows = await transaction.query<{ 'QUERY PLAN': string }>(`explain execute ended (${given.join()})`);
    await transaction.script('deallocate ended');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A turn of an earlier release has no known request',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: "case t.request_id when '' then t.id::text else t.request_id end",
    by: "coalesce(nullif(t.request_id, ''), t.id::text)",
  },
  {
    rule: 'A list of ended turns has none that wait or run',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: '`t.finished_at is not null and t.state = any($3::text[])',
    by: '`($3::text[] is not null)',
  },
  {
    rule: 'A page of ended turns begins below the last one',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: 'return id !== null && id.toLowerCase() < bound ? id : bound;',
    by: 'return bound === "" ? String(id) : bound;',
  },
  {
    rule: 'A turn is found by its request for its own client only',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: "t.request_id <> '' and ($1::text is null or t.client_id",
    by: "t.request_id <> '' and ($1::text is null or true or t.client_id",
  },
  {
    rule: 'A turn is found by its uuid for its own client only',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: 'where ($1::text is null or c.slug = $1)',
    by: 'where ($1::text is null or true)',
  },
  {
    rule: 'The failures of a client are read from an index of failures',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: "const unanswered: readonly EndedStatus[] = ['failed', 'cancelled', 'expired'];",
    by: 'const unanswered: readonly EndedStatus[] = [];',
  },
  {
    rule: 'Ended turns of all clients cost one row of each client',
    file: 'src/adapters/postgres/turns/ended-turn-store.ts',
    replace: 'clientSlug === null ? ofAll : ofClient;',
    by: "clientSlug === null ? (where: string) => newest('$1::text is null and $2::text is null and ' + where) : ofClient;",
  },
];
