import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Lane } from '#contract/jobs.ts';
import type { Client } from '#core/clients/client.ts';
import type { Admission } from '#core/turn/admission/admission.ts';
import type { TurnStore } from '#core/turn/turn-store.ts';
import { buildFinish, createClient, ownerIn, startTurn } from '../world/factories.ts';

/** What may happen to a queue. `pick` chooses among the existing turns. */
export type Step =
  | {
      readonly kind: 'enqueue';
      readonly client: number;
      readonly user: number;
      readonly lane: Lane;
      readonly count: number;
    }
  | { readonly kind: 'behind' | 'interrupt' | 'interruptAsStream'; readonly pick: number }
  | { readonly kind: 'claim'; readonly lane: Lane; readonly count: number }
  | { readonly kind: 'cancel' | 'expire' | 'release' | 'finish' | 'begin' | 'die'; readonly pick: number }
  | { readonly kind: 'limit'; readonly client: number; readonly turns: number | null }
  | { readonly kind: 'shutOut'; readonly client: number; readonly user: number | null }
  | { readonly kind: 'tidy' };

interface TurnRow {
  readonly client_id: number;
  readonly id: string;
  readonly attempt: number;
  readonly conversation_id: string;
  readonly external_user_id: string;
  readonly day: string;
}

interface WaitingTurn {
  readonly client_id: number;
  readonly external_user_id: string;
  readonly id: string;
}

/** Plays steps on the real store: four clients, of which two have limits of concurrent turns. */
export class PlayedQueue {
  readonly #database: Queryable;
  readonly #turns: TurnStore;
  readonly #process = randomUUID();
  #clients: Client[] = [];

  constructor(database: Queryable, turns: TurnStore) {
    this.#database = database;
    this.#turns = turns;
  }

  async empty(): Promise<void> {
    await this.#database.query('delete from turns');
    await this.#database.query('delete from lane_clients');
    const limits = [{}, {}, { concurrent_turns: 3 }, { concurrent_turns_per_user: 1 }];
    this.#clients = await Promise.all(limits.map((columns) => createClient(this.#database, columns)));
    await this.#turns.register(this.#process, 600_000, 20);
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'enqueue':
        return this.#enqueue(step);
      case 'behind':
        return this.#send(await this.#any('true', step.pick), { kind: 'job', ifBusy: 'queue' });
      case 'interrupt':
        return this.#send(await this.#any('true', step.pick), { kind: 'job', ifBusy: 'interrupt' });
      case 'interruptAsStream':
        return this.#send(await this.#any('true', step.pick), { ifBusy: 'interrupt' });
      case 'claim':
        return this.#claim(step.lane, step.count);
      case 'limit':
        return this.#limit(step.client, step.turns);
      case 'shutOut':
        return this.#shutOut(step.client, step.user);
      case 'tidy':
        await this.#turns.tidy();
        return;
      case 'cancel': {
        const turn = await this.#any(`state = 'queued'`, step.pick);
        if (turn) await this.#turns.cancel(ownerIn(this.#clientOf(turn), turn.external_user_id), turn.id);
        return;
      }
      case 'expire':
        return this.#expire(await this.#any(`state = 'queued'`, step.pick));
      case 'release': {
        const turn = await this.#any(`state = 'running' and door = 'job'`, step.pick);
        if (turn) await this.#turns.release(turn.client_id, turn.id, turn.attempt);
        return;
      }
      case 'finish':
        return this.#finish(await this.#any(`state = 'running'`, step.pick));
      case 'begin': {
        const turn = await this.#any(`state = 'queued' and door = 'stream'`, step.pick);
        if (turn) await this.#turns.begin(turn.client_id, turn.id, this.#process);
        return;
      }
      case 'die': {
        const turn = await this.#any(`state = 'running'`, step.pick);
        if (turn) await this.#turns.abandon(this.#process, [turn.id]);
        return this.#turns.recover(3);
      }
    }
  }

  async #enqueue(step: Step & { kind: 'enqueue' }): Promise<void> {
    const client = this.#clients[step.client % 4];
    if (client === undefined) return;
    const { lane } = step;
    const more = { kind: 'job', lane, priority: lane === 'priority', ifBusy: 'queue' } as const;
    const owner = ownerIn(client, `user-${step.user}`);
    await Promise.all(Array.from({ length: step.count }, () => startTurn(this.#turns, client, owner, more)));
  }

  /** A stream that the client's limits refuse changes nothing. */
  async #send(turn: TurnRow | null, more: Partial<Admission>): Promise<void> {
    if (!turn) return;
    const client = this.#clientOf(turn);
    const owner = ownerIn(client, turn.external_user_id);
    const admission = { ...more, conversationId: turn.conversation_id, processId: this.#process };
    await startTurn(this.#turns, client, owner, admission).catch((error: Error) => {
      assert.match(error.message, /too_many_concurrent/);
    });
  }

  /** Each next turn in the plain order of the table, without those whose client or user has no free slot. */
  async #claim(lane: Lane, count: number): Promise<void> {
    const waiting = await this.#database.query<WaitingTurn>(
      'select client_id, external_user_id, id from turns where lane = $1 and tag is not null order by tag, id',
      [lane],
    );
    const next: string[] = [];
    const running = await this.#running();
    for (const turn of waiting) {
      if (next.length === count) break;
      if (!(await this.#hasFreeSlot(turn, running))) continue;
      running.push(turn);
      next.push(turn.id);
    }
    const claimed = await this.#turns.claim(lane, this.#process, count);
    assert.deepEqual(
      claimed.map((turn) => turn.id),
      next,
    );
  }

  async #hasFreeSlot(turn: WaitingTurn, running: readonly WaitingTurn[]): Promise<boolean> {
    const [limits] = await this.#database.query<{ all: number; each: number }>(
      `select coalesce(concurrent_turns, 1000) as all, coalesce(concurrent_turns_per_user, 1000) as each
       from clients where id = $1`,
      [turn.client_id],
    );
    const ofClient = running.filter((one) => one.client_id === turn.client_id);
    const ofUser = ofClient.filter((one) => one.external_user_id === turn.external_user_id);
    return ofClient.length < (limits?.all ?? 0) && ofUser.length < (limits?.each ?? 0);
  }

  /** One for each conversation in which a turn runs, or a stream waits for the end of one. */
  #running(): Promise<WaitingTurn[]> {
    return this.#database.query<WaitingTurn>(
      `select distinct on (client_id, conversation_id) client_id, external_user_id, id from turns
       where state = 'running' or (state = 'queued' and door = 'stream')`,
    );
  }

  /** Without a new version of the client, so that waiting turns are not notified. */
  async #limit(index: number, turns: number | null): Promise<void> {
    await this.#database.query('update clients set concurrent_turns = $1 where id = $2', [
      turns,
      this.#clients[index % 4]?.id,
    ]);
  }

  async #shutOut(index: number, user: number | null): Promise<void> {
    const name = user === null ? null : `user-${user}`;
    const sql = `select cancel_turns($1, $2, null, 'client_disabled', true) is null`;
    await this.#database.query(sql, [this.#clients[index % 4]?.id, name]);
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
    const { client_id, id, attempt, conversation_id, day } = turn;
    const ended = { clientId: client_id, turnId: id, attempt, conversationId: conversation_id, day };
    await this.#turns.finish(buildFinish(ended));
  }

  #clientOf(turn: TurnRow): Client {
    const client = this.#clients.find((one) => one.id === turn.client_id);
    if (client === undefined) throw new Error('the client is not there');
    return client;
  }

  async #any(condition: string, nth: number): Promise<TurnRow | null> {
    const rows = await this.#database.query<TurnRow>(`
      select client_id, id, attempt, conversation_id, external_user_id, charge_day::text as day
      from turns where ${condition} order by id`);
    return rows[nth % Math.max(1, rows.length)] ?? null;
  }
}
