import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Database } from '#adapters/postgres/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turn-store.ts';
import { type Lane, lanes } from '#contract/jobs.ts';
import type { Client } from '#core/tenants/client.ts';
import { createClient, ownerIn, startTurn } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

/** What may happen to a queue. `pick` chooses among the turns that are there. */
type Step =
  | { readonly kind: 'enqueue'; readonly client: number; readonly lane: Lane; readonly count: number }
  | { readonly kind: 'enqueueBehind'; readonly pick: number }
  | { readonly kind: 'claim'; readonly lane: Lane; readonly count: number }
  | { readonly kind: 'cancel' | 'expire' | 'letGo' | 'finish' | 'die'; readonly pick: number }
  | { readonly kind: 'tidy' };

const pick = fc.nat(1_000);
const lane = fc.constantFrom(...lanes);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('enqueue' as const),
      client: fc.nat(3),
      lane,
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enqueueBehind' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      lane,
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'cancel' as const,
        'expire' as const,
        'letGo' as const,
        'finish' as const,
        'die' as const,
      ),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tidy' as const) }) },
);

interface TurnRow {
  readonly client_id: number;
  readonly id: string;
  readonly attempt: number;
  readonly conversation_id: string;
  readonly external_user_id: string;
  readonly day: string;
  readonly lane: Lane;
}

describe('the queue', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let turns: PostgresTurnStore;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = new Database({ connectionString: testDatabase.url, connections: 2 });
    turns = new PostgresTurnStore(database, { ring: () => Promise.resolve() });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  it('tells every position as a plain count would, and serves in exactly that order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const queue = new Queue(database, turns);
        await queue.empty();
        for (const one of steps) {
          await queue.take(one);
          await queue.check();
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** Plays steps on the real store, and compares it with counts over all rows. */
class Queue {
  readonly #database: Database;
  readonly #turns: PostgresTurnStore;
  readonly #process = randomUUID();
  #clients: Client[] = [];

  constructor(database: Database, turns: PostgresTurnStore) {
    this.#database = database;
    this.#turns = turns;
  }

  async empty(): Promise<void> {
    await this.#database.query('delete from turns');
    await this.#database.query('delete from lane_clients');
    this.#clients = [];
    for (let i = 0; i < 4; i++) this.#clients.push(await createClient(this.#database));
    await this.#turns.register(this.#process, 600_000, 20);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'enqueue':
        return this.#enqueue(step.client, step.lane, step.count);
      case 'enqueueBehind':
        return this.#behind(await this.#any('true', step.pick));
      case 'claim':
        return this.#claim(step.lane, step.count);
      case 'tidy':
        return this.#turns.tidy();
      case 'cancel': {
        const turn = await this.#any(`state = 'queued'`, step.pick);
        if (turn) await this.#turns.cancel(this.#ownerOf(turn), turn.id);
        return;
      }
      case 'expire':
        return this.#expire(await this.#any(`state = 'queued'`, step.pick));
      case 'letGo': {
        const turn = await this.#any(`state = 'running'`, step.pick);
        if (turn) await this.#turns.letGo(turn.client_id, turn.id, turn.attempt);
        return;
      }
      case 'finish':
        return this.#finish(await this.#any(`state = 'running'`, step.pick));
      case 'die': {
        const turn = await this.#any(`state = 'running'`, step.pick);
        if (turn) await this.#turns.abandon(this.#process, [turn.id]);
        return this.#turns.recover(3);
      }
    }
  }

  /** Every claimable turn stands where a count of those before it says. */
  async check(): Promise<void> {
    const rows = await this.#database.query<{ told: number; counted: number; last: boolean }>(`
      select queue_position(t.lane, t.tag, t.id) as told,
        row_number() over (partition by t.lane order by t.tag, t.id) as counted
      from turns t where t.tag is not null`);
    for (const { told, counted } of rows) assert.equal(told, counted);
    const [sums] = await this.#database.query<{ counted: number; kept: number; negative: number }>(`
      select (select count(*) from turns where tag is not null)::int as counted,
        (select coalesce(sum(queued), 0) from lane_counts where width = 1024)::int as kept,
        (select count(*) from lane_counts where queued < 0)::int as negative`);
    assert.deepEqual([sums?.kept, sums?.negative], [sums?.counted, 0]);
    await this.#checkTags();
  }

  /** A tag is there exactly while a worker may claim the turn: the first of a conversation in which nothing runs. */
  async #checkTags(): Promise<void> {
    const wrong = await this.#database.query(`
      select id, state, tag from turns t where (tag is not null) is distinct from (state = 'queued' and not exists (
        select from turns o where o.client_id = t.client_id and o.conversation_id = t.conversation_id and o.id <> t.id
          and (o.state = 'running' or (o.state = 'queued' and o.answer_seq < t.answer_seq))))`);
    assert.deepEqual(wrong, []);
  }

  async #enqueue(index: number, lane: Lane, count: number): Promise<void> {
    const client = this.#clients[index % 4];
    if (client === undefined) return;
    const more = { door: 'job', lane, priority: lane === 'priority', ifBusy: 'queue' } as const;
    await Promise.all(
      Array.from({ length: count }, () => startTurn(this.#turns, client, ownerIn(client), more)),
    );
  }

  async #behind(turn: TurnRow | null): Promise<void> {
    const client = this.#clients.find((one) => one.id === turn?.client_id);
    if (!turn || !client) return;
    const more = { door: 'job', ifBusy: 'queue', conversationId: turn.conversation_id } as const;
    await startTurn(this.#turns, client, ownerIn(client), more);
  }

  async #claim(lane: Lane, count: number): Promise<void> {
    const next = await this.#database.query<{ id: string }>(
      'select id from turns where lane = $1 and tag is not null order by tag, id limit $2',
      [lane, count],
    );
    const claimed = await this.#turns.claim(lane, this.#process, count);
    assert.deepEqual(
      claimed.map((turn) => turn.id),
      next.map((turn) => turn.id),
    );
  }

  async #expire(turn: TurnRow | null): Promise<void> {
    if (!turn) return;
    await this.#database.query(
      `update turns set queued_at = now() - interval '1 hour' where client_id = $1 and id = $2`,
      [turn.client_id, turn.id],
    );
    await this.#turns.expire(60_000);
  }

  async #finish(turn: TurnRow | null): Promise<void> {
    if (!turn) return;
    await this.#turns.finish({
      clientId: turn.client_id,
      turnId: turn.id,
      attempt: turn.attempt,
      conversationId: turn.conversation_id,
      userId: turn.external_user_id,
      day: turn.day,
      state: 'completed',
      text: 'An answer',
      finishReason: 'stop',
      errorCode: null,
      refund: false,
      flushed: false,
      model: null,
      inputTokens: null,
      outputTokens: null,
    });
  }

  #ownerOf(turn: TurnRow) {
    const client = this.#clients.find((one) => one.id === turn.client_id);
    if (client === undefined) throw new Error('the client is not there');
    return ownerIn(client);
  }

  async #any(condition: string, nth: number): Promise<TurnRow | null> {
    const rows = await this.#database.query<TurnRow>(`
      select client_id, id, attempt, conversation_id, external_user_id, charge_day::text as day, lane
      from turns where ${condition} order by id`);
    return rows[nth % Math.max(1, rows.length)] ?? null;
  }
}
