import type { Owner } from '#core/identity/caller.ts';
import type { Cursor } from '#core/turn/cursor.ts';
import type { TurnRecord } from '#core/turn/turn.ts';
import type { OutputSlice, StoredOutput, TurnSnapshot } from '#core/turn/turn-store.ts';
import { Batcher } from '../database/batcher.ts';
import type { Database } from '../database/database.ts';
import { isAway } from '../database/database-errors.ts';
import { readTurnOutput } from './turn-output.ts';
import { pollTurns } from './turn-record.ts';
import { readSlices, type SliceRequest } from './turn-slices.ts';

const slicesAtOnce = 32;
/** Separate queries for readers that ask together cost four times as much, and need a connection each. */
const findsAtOnce = 128;

/** Wrapped, because null is a valid result. */
interface SliceResult {
  readonly slice: OutputSlice | null;
}

interface FindRequest {
  readonly owner: Owner;
  readonly turnId: string;
}

interface FindResult {
  readonly snapshot: TurnSnapshot | null;
}

/** The queries of readers, on separate connections so that writers never wait for one. */
export class TurnReads {
  readonly #database: Database;
  readonly #finds: Batcher<FindRequest, FindResult>;
  readonly #slices: Batcher<SliceRequest, SliceResult>;

  constructor(database: Database) {
    this.#database = database;
    this.#finds = new Batcher((batch) => this.#find(batch), findsAtOnce, isAway);
    this.#slices = new Batcher((batch) => this.#readSlices(batch), slicesAtOnce, isAway);
  }

  async find(owner: Owner, turnId: string): Promise<TurnRecord | null> {
    const { snapshot } = await this.#finds.submit({ owner, turnId });
    return snapshot?.record ?? null;
  }

  async hasConversation({ clientId, userId }: Owner, conversationId: string): Promise<boolean> {
    const sql = 'select from conversations where client_id = $1 and external_user_id = $2 and id = $3';
    return (await this.#database.query(sql, [clientId, userId, conversationId])).length > 0;
  }

  readOutput(
    owner: Owner,
    turnId: string,
    attempt: number | null,
    from: number,
  ): Promise<StoredOutput | null> {
    return readTurnOutput(this.#database, owner, turnId, attempt, from);
  }

  poll(asked: readonly FindRequest[]): Promise<(TurnSnapshot | null)[]> {
    return pollTurns(this.#database, asked);
  }

  async readSlice(owner: Owner, turnId: string, after: Cursor): Promise<OutputSlice | null> {
    return (await this.#slices.submit({ owner, turnId, after })).slice;
  }

  async #find(batch: readonly FindRequest[]): Promise<readonly FindResult[]> {
    const snapshots = await pollTurns(this.#database, batch);
    return snapshots.map((snapshot) => ({ snapshot }));
  }

  async #readSlices(batch: readonly SliceRequest[]): Promise<readonly SliceResult[]> {
    const slices = await readSlices(this.#database, batch);
    return slices.map((slice) => ({ slice }));
  }
}
