import type { Queryable } from '#adapters/postgres/database.ts';
import { insertRows, uuidOf } from './stored-rows.ts';
import { agents, type ConversationState, type OpenTurnState, userOf } from './turn-state.ts';

export interface StoredTurn {
  readonly id: string;
  readonly attempt: number;
  readonly day: string;
  /** Whether some of its text was stored as partial output. */
  readonly isFlushed: boolean;
}

export interface StoredConversation {
  readonly id: string;
  readonly userId: string;
  readonly question: string;
  readonly running: StoredTurn | null;
}

/** Stores a conversation with answered questions, then the turn that runs, then those that wait. */
export async function storeConversation(
  database: Queryable,
  clientId: number,
  nth: number,
  state: ConversationState,
): Promise<StoredConversation> {
  const writer = new ConversationWriter(database, clientId, uuidOf(clientId, 'conversation', nth), state);
  await writer.create();
  for (const status of state.answers) await writer.exchange(status);
  const running = state.running === null ? null : await writer.open(state.running, 'running');
  for (const [place, turn] of state.queued.entries()) {
    await writer.open(turn, 'queued', place === 0 && running === null);
  }
  await writer.close();
  return { id: writer.id, userId: userOf(state.user), question: writer.lastQuestion, running };
}

class ConversationWriter {
  readonly id: string;
  readonly #database: Queryable;
  readonly #clientId: number;
  readonly #state: ConversationState;
  #nextSeq = 1;
  #messageCount = 0;

  constructor(database: Queryable, clientId: number, id: string, state: ConversationState) {
    this.#database = database;
    this.#clientId = clientId;
    this.#state = state;
    this.id = id;
  }

  get lastQuestion(): string {
    return `Question ${this.#nextSeq - 2}`;
  }

  async create(): Promise<void> {
    await this.#database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title, created_at, updated_at,
         last_message_at)
       values ($1, $2, $3, $4, 'A title', now() - interval '1 hour', now() - interval '1 hour',
         now() - interval '1 hour')`,
      [this.#clientId, this.id, userOf(this.#state.user), agents[this.#state.agent]],
    );
  }

  async exchange(status: string): Promise<void> {
    const question = await this.#ask();
    await this.#write('assistant', status === 'failed' ? '' : 'An answer', status, question);
  }

  /** A turn without an answer. `isFirst` is one that a worker may claim now. */
  async open(turn: OpenTurnState, state: 'running' | 'queued', isFirst = false): Promise<StoredTurn> {
    const seq = this.#nextSeq;
    const question = await this.#ask();
    this.#nextSeq += 1;
    const id = uuidOf(this.id, 'turn', seq);
    const runs = state === 'running';
    const isJob = turn.door === 'job';
    const lane = turn.priority ? 'priority' : 'standard';
    const [row] = await this.#database.query<{ day: string }>(
      `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, lane, tag,
         attempt, process_id, cancel_reason, priority, deep_dive, retry, on_disconnect, user_message_id, user_seq,
         message_id, answer_seq, charge_day, idempotency_key, created_at, started_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, case when $9 then next_tag($8, $1) end, $10, $11, $12, $13, $14,
         false, 'cancel', $15, $16, $17, $18, utc_day() - $19::integer, $20, now() - interval '1 hour',
         case when $7 = 'running' then now() - interval '1 hour' end)
       returning charge_day::text as day`,
      [
        this.#clientId,
        id,
        this.id,
        userOf(this.#state.user),
        agents[this.#state.agent],
        turn.door,
        state,
        isJob ? lane : null,
        isJob && isFirst,
        runs ? turn.attempt : 0,
        runs || !isJob ? uuidOf('process') : null,
        runs && turn.cancelled ? 'cancelled' : null,
        turn.priority,
        turn.deepDive,
        question,
        seq,
        uuidOf(id, 'answer'),
        seq + 1,
        turn.daysAgo,
        turn.hasKey ? `key of ${id}` : null,
      ],
    );
    if (row === undefined) throw new Error('the turn was not stored');
    if (isJob && isFirst) await this.#countLane(id);
    await this.#charge(id, turn, row.day);
    await this.#output(id, runs ? turn : { ...turn, pieces: 0 });
    return { id, attempt: turn.attempt, day: row.day, isFlushed: turn.pieces > 0 };
  }

  async close(): Promise<void> {
    const where = 'where client_id = $1 and id = $2';
    await this.#database.query(`update conversations set next_seq = $3, message_count = $4 ${where}`, [
      this.#clientId,
      this.id,
      this.#nextSeq,
      this.#messageCount,
    ]);
    if (this.#state.isDeleted) {
      await this.#database.query(`delete from conversations ${where}`, [this.#clientId, this.id]);
    }
  }

  #ask(): Promise<string> {
    return this.#write('user', `Question ${this.#nextSeq}`, 'complete', null);
  }

  async #write(role: string, content: string, status: string, replyTo: string | null): Promise<string> {
    const seq = this.#nextSeq++;
    const id = uuidOf(this.id, 'message', seq);
    this.#messageCount += 1;
    await insertRows(this.#database, 'messages', [
      {
        client_id: this.#clientId,
        conversation_id: this.id,
        seq,
        id,
        role,
        content,
        status,
        reply_to: replyTo,
        turn_id: uuidOf(this.id, 'turn', seq),
      },
    ]);
    return id;
  }

  async #charge(turnId: string, turn: OpenTurnState, day: string): Promise<void> {
    const [user, priority, deepDive] = [userOf(this.#state.user), +turn.priority, +turn.deepDive];
    await insertRows(this.#database, 'ledger', [
      {
        client_id: this.#clientId,
        turn_id: turnId,
        kind: 'charge',
        external_user_id: user,
        day,
        requests: 1,
        priority,
        deep_dive: deepDive,
      },
    ]);
    if (!turn.hasKey) return;
    await insertRows(this.#database, 'idempotency_keys', [
      {
        client_id: this.#clientId,
        external_user_id: user,
        route: turn.door,
        key: `key of ${turnId}`,
        request_hash: 'hash',
        turn_id: turnId,
      },
    ]);
  }

  async #countLane(turnId: string): Promise<void> {
    await this.#database.query(
      'select count_lane(lane, tag, client_id, 1) from turns where client_id = $1 and id = $2',
      [this.#clientId, turnId],
    );
  }

  async #output(turnId: string, turn: OpenTurnState): Promise<void> {
    const rows = Array.from({ length: turn.attempt }, (_, before) => before + 1).flatMap((attempt) =>
      Array.from({ length: turn.pieces }, (_, piece) => ({
        client_id: this.#clientId,
        turn_id: turnId,
        attempt,
        byte_offset: piece * 6,
        text: 'a bit ',
      })),
    );
    await insertRows(this.#database, 'turn_output', rows);
  }
}
