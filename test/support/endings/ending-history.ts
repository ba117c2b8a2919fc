import assert from 'node:assert/strict';
import type { Database } from '#adapters/postgres/database/database.ts';
import type { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import type { Random } from '#test/batches/random.ts';
import { readTurnTables, uuidOf } from '#test/database/stored-rows.ts';
import { buildAdmission, buildFinish, createClient, ownerIn } from '#test/world/factories.ts';
import type { EndedTurnKey, EndingWays } from './ending-ways.ts';

/** One database, and the ways that end its turns. */
export interface Side {
  readonly database: Database;
  readonly turns: PostgresTurnStore;
  readonly ways: EndingWays;
}

interface TurnRow extends EndedTurnKey {
  readonly state: 'queued' | 'running';
  readonly kind: 'stream' | 'job';
  readonly attempt: number;
  readonly day: string;
}

const users = ['anna', 'ben'];
const ends = [
  { state: 'completed', finishReason: 'stop', errorCode: null },
  { state: 'failed', finishReason: 'error', errorCode: 'provider_error' },
  { state: 'cancelled', finishReason: 'cancelled', errorCode: 'cancelled' },
] as const;

/** The same random history on two databases, whose results and rows must be equal after each step. */
export class EndingHistory {
  readonly #sides: readonly [Side, Side];
  readonly #random: Random;
  readonly #clients: readonly Client[];
  readonly #process = uuidOf('the process');
  #turns = 0;
  /** Decisions that were compared. */
  decisions = 0;

  private constructor(sides: readonly [Side, Side], random: Random, clients: readonly Client[]) {
    this.#sides = sides;
    this.#random = random;
    this.#clients = clients;
  }

  /** Three clients: without a limit, with one of its own, with one for each user. */
  static async start(sides: readonly [Side, Side], random: Random): Promise<EndingHistory> {
    const clients: Client[] = [];
    for (const columns of [{}, { concurrent_turns: 3 }, { concurrent_turns_per_user: 1 }]) {
      const [one, other] = [
        await createClient(sides[0].database, columns),
        await createClient(sides[1].database, columns),
      ];
      assert.deepEqual([one.id, one.version], [other.id, other.version]);
      clients.push(one);
    }
    const history = new EndingHistory(sides, random, clients);
    for (const { turns } of sides) await turns.register(history.#process, 3_600_000, 20);
    return history;
  }

  async empty(): Promise<void> {
    const tables = [
      'conversations',
      'turns',
      'turn_output',
      'usage_clients',
      'usage_users',
      'ledger',
      'idempotency_keys',
      'lane_clients',
    ];
    for (const { database } of this.#sides) {
      for (const table of tables) await database.query(`delete from ${table}`);
    }
  }

  async step(): Promise<void> {
    const choice = this.#random.below(20);
    if (choice < 7) return this.#admit();
    if (choice < 9) return this.#claim();
    const turn = await this.#anyTurn();
    if (turn === null) return this.#admit();
    if (choice === 9) return this.#produce(turn);
    if (choice === 10) return this.#forget(turn);
    if (choice === 11) return this.#outdate(turn);
    this.decisions++;
    return this.#both(await this.#ending(turn, choice));
  }

  /** Times differ; only their presence is compared. */
  async compare(): Promise<void> {
    const [one = {}, other = {}] = await Promise.all(
      this.#sides.map(async ({ database }) => timeless(await readTurnTables(database))),
    );
    for (const [table, rows] of Object.entries(one)) assert.deepEqual(other[table], rows, table);
  }

  async #ending(turn: TurnRow, choice: number): Promise<(side: Side) => Promise<unknown>> {
    switch (choice) {
      case 12:
        return ({ ways }) => ways.cancel(turn);
      case 13:
        return ({ ways }) => ways.expire(1_800_000);
      case 14:
        return ({ ways }) => ways.recover(3);
      case 15: {
        if (turn.kind === 'stream') return ({ ways }) => ways.begin(turn, this.#process);
        const attempt = turn.attempt + (this.#random.below(5) === 0 ? 1 : 0);
        return ({ ways }) => ways.release(turn, attempt);
      }
      case 16: {
        if (this.#random.below(3) > 0) return ({ ways }) => ways.deleteConversation(turn);
        const userId = this.#random.pick([null, turn.userId]);
        return ({ ways }) => ways.cancelAll(turn.client, userId);
      }
      default: {
        const finishes = await this.#finishes();
        this.decisions += Math.max(0, finishes.length - 1);
        return ({ ways }) => ways.finish(finishes);
      }
    }
  }

  async #both(act: (side: Side) => Promise<unknown>): Promise<void> {
    const [one, other] = await Promise.all(this.#sides.map(act));
    assert.deepEqual(one, other);
  }

  async #admit(): Promise<void> {
    const client = this.#random.pick(this.#clients);
    const turn = this.#random.below(2) === 0 ? null : await this.#anyTurn();
    const nth = this.#turns++;
    const priority = this.#random.below(3) === 0;
    const more: Partial<Admission> = {
      turnId: uuidOf('turn', nth),
      newConversationId: uuidOf('conversation', nth),
      userMessageId: uuidOf('question', nth),
      messageId: uuidOf('answer', nth),
      kind: this.#random.pick(['stream', 'job', 'job'] as const),
      lane: priority ? 'priority' : 'standard',
      priority,
      deepDive: this.#random.below(4) === 0,
      ifBusy: this.#random.pick(['reject', 'interrupt', 'queue', 'queue'] as const),
      processId: this.#process,
      ...(this.#random.below(3) === 0 && { idempotencyKey: `key-${nth}`, requestHash: 'hash' }),
      ...(turn !== null && { conversationId: turn.conversationId }),
    };
    const owner =
      turn === null ? ownerIn(client, this.#random.pick(users)) : ownerIn(turn.client, turn.userId);
    const admission = buildAdmission(turn?.client ?? client, owner, more);
    await this.#both(async ({ turns }) => (await turns.admit(admission)).status);
  }

  async #claim(): Promise<void> {
    const lane = this.#random.pick(['standard', 'priority'] as const);
    const count = 1 + this.#random.below(3);
    await this.#both(async ({ turns }) =>
      (await turns.claim(lane, this.#process, count)).map(({ id }) => id),
    );
  }

  /** Stores some of the text of a running turn. */
  async #produce({ client, turnId, attempt }: TurnRow): Promise<void> {
    const text = this.#random.pick(['Some text', '']);
    await this.#write(
      `insert into turn_output (client_id, turn_id, attempt, byte_offset, text)
       select client_id, id, attempt, 0, $4 from turns
       where client_id = $1 and id = $2 and attempt = $3 and state = 'running' on conflict do nothing`,
      [client.id, turnId, attempt, text],
    );
  }

  /** As if its process were dead. */
  async #forget({ client, turnId }: TurnRow): Promise<void> {
    await this.#write(
      `update turns set process_id = '00000000-0000-0000-0000-000000000000'
       where client_id = $1 and id = $2 and process_id is not null`,
      [client.id, turnId],
    );
  }

  /** As if it had waited for an hour. */
  async #outdate({ client, turnId }: TurnRow): Promise<void> {
    await this.#write(
      `update turns set queued_at = now() - interval '1 hour' where client_id = $1 and id = $2 and state = 'queued'`,
      [client.id, turnId],
    );
  }

  /** Ends some running turns in one batch; some of the ends come late. */
  async #finishes(): Promise<Finish[]> {
    const running = (await this.#underWay()).filter(({ state }) => state === 'running');
    const chosen = running.filter(() => this.#random.below(2) === 0);
    return (chosen.length > 0 ? chosen : running.slice(0, 1)).map((turn) => {
      const text = this.#random.pick(['', 'An answer']);
      return buildFinish(
        { ...turn, clientId: turn.client.id, attempt: turn.attempt - (this.#random.below(8) === 0 ? 1 : 0) },
        { ...this.#random.pick(ends), text, refund: this.#random.below(3) === 0, flushed: true },
      );
    });
  }

  async #write(text: string, values: readonly unknown[]): Promise<void> {
    for (const { database } of this.#sides) await database.query(text, values);
  }

  async #anyTurn(): Promise<TurnRow | null> {
    const turns = await this.#underWay();
    return turns.length === 0 ? null : this.#random.pick(turns);
  }

  async #underWay(): Promise<TurnRow[]> {
    const rows = await this.#sides[0].database.query<Omit<TurnRow, 'client'> & { client_id: number }>(
      `select client_id, external_user_id as "userId", id as "turnId", conversation_id as "conversationId", state,
         door as kind, attempt, charge_day as day
       from turns where state = 'running' or state = 'queued' order by client_id, id`,
    );
    return rows.map(({ client_id, ...row }) => ({
      ...row,
      client: this.#clients.find(({ id }) => id === client_id) ?? assert.fail(),
    }));
  }
}

function timeless(tables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(tables), (key, value) => (key.endsWith('_at') ? value !== null : value));
}
