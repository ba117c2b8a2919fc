import { agents, type ConversationState, type OpenTurnState, userOf } from '../batches/turn-state.ts';
import { type Clock, type StoredRows, uuidOf } from '../database/stored-rows.ts';

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

/** Adds a conversation with answered questions, then the running turn, then the waiting ones. */
export function addConversation(
  rows: StoredRows,
  clock: Clock,
  clientId: number,
  nth: number,
  state: ConversationState,
): StoredConversation {
  const id = uuidOf(clientId, 'conversation', nth);
  const writer = new ConversationWriter(rows, clock, clientId, id, state);
  for (const status of state.answers) writer.exchange(status);
  const running = state.running === null ? null : writer.open(state.running, 'running');
  for (const turn of state.queued) writer.open(turn, 'queued');
  writer.close();
  return { id, userId: userOf(state.user), question: writer.lastQuestion, running };
}

class ConversationWriter {
  readonly #rows: StoredRows;
  readonly #clock: Clock;
  readonly #clientId: number;
  readonly #id: string;
  readonly #state: ConversationState;
  #nextSeq = 1;
  #messageCount = 0;

  constructor(rows: StoredRows, clock: Clock, clientId: number, id: string, state: ConversationState) {
    this.#rows = rows;
    this.#clock = clock;
    this.#clientId = clientId;
    this.#id = id;
    this.#state = state;
  }

  get lastQuestion(): string {
    return `Question ${this.#nextSeq - 2}`;
  }

  exchange(status: string): void {
    const question = this.#ask();
    this.#write('assistant', status === 'failed' ? '' : 'An answer', status, question);
  }

  /** A turn without an answer. */
  open(turn: OpenTurnState, state: 'running' | 'queued'): StoredTurn {
    const seq = this.#nextSeq;
    const question = this.#ask();
    this.#nextSeq += 1;
    const stored = {
      id: uuidOf(this.#id, 'turn', seq),
      attempt: state === 'running' ? turn.attempt : 0,
      day: this.#clock.day(turn.daysAgo),
      isFlushed: turn.pieces > 0,
    };
    this.#rows.add('turns', {
      ...this.#key(stored.id),
      ...this.#stateOf(turn, state, stored),
      user_message_id: question,
      user_seq: seq,
      message_id: uuidOf(stored.id, 'answer'),
      answer_seq: seq + 1,
    });
    this.#charge(turn, stored);
    this.#output(turn, stored);
    return stored;
  }

  /** A conversation that was deleted leaves its turns behind. */
  close(): void {
    const at = this.#clock.before(3_600);
    if (this.#state.isDeleted) return;
    this.#rows.add('conversations', {
      client_id: this.#clientId,
      id: this.#id,
      external_user_id: userOf(this.#state.user),
      agent_slug: agents[this.#state.agent],
      title: 'A title',
      next_seq: this.#nextSeq,
      message_count: this.#messageCount,
      created_at: at,
      updated_at: at,
      last_message_at: at,
    });
  }

  #key(turnId: string) {
    return {
      client_id: this.#clientId,
      id: turnId,
      conversation_id: this.#id,
      external_user_id: userOf(this.#state.user),
      agent_slug: agents[this.#state.agent],
    };
  }

  #stateOf(turn: OpenTurnState, state: 'running' | 'queued', { id, attempt, day }: StoredTurn) {
    const runs = state === 'running';
    const isJob = turn.kind === 'job';
    return {
      door: turn.kind,
      state,
      lane: isJob ? (turn.priority ? 'priority' : 'standard') : null,
      attempt,
      deaths: 0,
      process_id: runs || !isJob ? uuidOf('process') : null,
      cancel_reason: runs && turn.cancelled ? 'cancelled' : null,
      priority: turn.priority,
      deep_dive: turn.deepDive,
      retry: false,
      on_disconnect: 'cancel',
      charge_day: day,
      idempotency_key: turn.hasKey ? `key of ${id}` : null,
      created_at: this.#clock.before(3_600),
      started_at: runs ? this.#clock.before(3_600) : null,
    };
  }

  #ask(): string {
    return this.#write('user', `Question ${this.#nextSeq}`, 'complete', null);
  }

  #write(role: string, content: string, status: string, replyTo: string | null): string {
    const seq = this.#nextSeq++;
    const id = uuidOf(this.#id, 'message', seq);
    this.#messageCount += 1;
    if (this.#state.isDeleted) return id;
    this.#rows.add('messages', {
      client_id: this.#clientId,
      conversation_id: this.#id,
      seq,
      id,
      role,
      content,
      status,
      reply_to: replyTo,
      turn_id: uuidOf(this.#id, 'turn', seq),
    });
    return id;
  }

  #charge(turn: OpenTurnState, { id, day }: StoredTurn): void {
    const owner = { client_id: this.#clientId, external_user_id: userOf(this.#state.user) };
    const counts = { requests: 1, priority: +turn.priority, deep_dive: +turn.deepDive };
    this.#rows.add('ledger', { ...owner, turn_id: id, kind: 'charge', day, ...counts });
    if (!turn.hasKey) return;
    const key = { route: turn.kind, key: `key of ${id}`, request_hash: 'hash', turn_id: id };
    this.#rows.add('idempotency_keys', { ...owner, ...key, created_at: this.#clock.before(3_600) });
  }

  /** Output of each attempt so far. */
  #output(turn: OpenTurnState, { id, attempt }: StoredTurn): void {
    for (let before = 1; before <= attempt; before++) {
      for (let piece = 0; piece < turn.pieces; piece++) {
        const place = { client_id: this.#clientId, turn_id: id, attempt: before, byte_offset: piece * 6 };
        this.#rows.add('turn_output', { ...place, text: 'a bit ' });
      }
    }
  }
}
