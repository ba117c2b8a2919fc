import { randomUUID } from 'node:crypto';
import { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import { createTestDatabase } from '../database/test-database.ts';
import { keepHistory } from '../faults/fault-history.ts';
import { Journal, type JournalEntry } from '../faults/journal.ts';
import { MockCall } from '../mock/mock-call.ts';
import { createClient, finishTurn, ownerIn, type StartedTurn, startTurn } from '../world/factories.ts';
import { numberedAnswer } from './auditor-numbers.ts';

/** A small run in which every invariant held, so that an auditor finds nothing. */
export interface AuditedWorld extends AsyncDisposable {
  readonly database: Database;
  readonly journal: Journal;
  readonly calls: MockCall[];
  logs: string;
  /** A stream that was read to its end. */
  readonly stream: Step;
  /** A job whose first worker died. */
  readonly job: Step;
  /** A prompt in the stream's conversation, asked after it. */
  readonly later: Step;
  readonly refused: JournalEntry;
  /** A prompt of another client. */
  readonly strangerId: number;
}

export interface Step {
  readonly entry: JournalEntry;
  readonly turn: StartedTurn;
}

export async function openAuditedWorld(): Promise<AuditedWorld> {
  await using parts = new AsyncDisposableStack();
  const { url } = parts.use(await createTestDatabase());
  const database = parts.use(new Database({ connectionString: url, connections: 4 }));
  await database.transaction(keepHistory);
  const run = new SmallRun(database);
  const story = await run.play();
  const rest = parts.move();
  return {
    ...story,
    database,
    journal: run.journal,
    calls: run.calls,
    logs: 'A line that says nothing',
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

class SmallRun {
  readonly journal = new Journal();
  readonly calls: MockCall[] = [];
  readonly #database: Database;
  readonly #turns: PostgresTurnStore;

  constructor(database: Database) {
    this.#database = database;
    this.#turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  }

  async play() {
    const client = await createClient(this.#database, { daily_limit: 100 });
    const stranger = await createClient(this.#database);
    const ask = async (kind: 'stream' | 'job', conversationId: string | null = null): Promise<Step> => {
      const entry = this.journal.open(kind, client.id, 'user-1');
      const prompt = promptOf(entry);
      const turn = await startTurn(this.#turns, client, ownerIn(client), { kind, prompt, conversationId });
      Object.assign(entry, { outcome: 'acknowledged', answeredAt: Date.now(), turnId: turn.turnId });
      return { entry, turn };
    };
    const stream = await ask('stream');
    await this.#answer(stream, 1);
    const later = await ask('stream', stream.turn.conversationId);
    await this.#answer(later, 1);
    const job = await ask('job');
    await this.#runTwice(job);
    const refused = this.journal.open('job', client.id, 'user-1');
    Object.assign(refused, { outcome: 'refused', code: 'quota_exceeded', answeredAt: Date.now() });
    this.journal.secrets.push('parley_sk_secret');
    return { stream, later, job, refused, strangerId: stranger.id };
  }

  /** The first worker loses its lease after some output. */
  async #runTwice(job: Step): Promise<void> {
    const { turn, entry } = job;
    const { clientId } = turn.admission.owner;
    const first = await this.#claim();
    this.#call(entry);
    await this.#turns.heartbeat({
      processId: first,
      leaseMs: 8_000,
      slots: 1,
      serviceMs: null,
      output: [{ clientId, turnId: turn.turnId, attempt: 1, byteOffset: 0, text: 'lost' }],
    });
    await this.#turns.unregister(first);
    await this.#turns.recover(3);
    const second = await this.#claim();
    await this.#answer(job, 2);
    await this.#turns.unregister(second);
    this.journal.readings.push({ turnId: turn.turnId, attempt: 1, text: 'lost' });
    this.journal.readings.push({ turnId: turn.turnId, attempt: 2, text: entry.text.slice(0, 4) });
    // No reader followed it.
    entry.text = '';
    entry.endedCleanly = false;
  }

  async #claim(): Promise<string> {
    const processId = randomUUID();
    await this.#turns.register(processId, 8_000, 1);
    await this.#turns.claim('standard', processId, 1);
    return processId;
  }

  async #answer({ entry, turn }: Step, attempt: number): Promise<void> {
    this.#call(entry);
    entry.text = `${numberedAnswer(this.calls.length)}words`;
    entry.endedCleanly = true;
    await finishTurn(this.#turns, turn, entry.text, { attempt });
  }

  #call(entry: JournalEntry): void {
    this.calls.push(callFor(entry));
  }
}

/** A call to the provider for the prompt of an entry. */
export function callFor(entry: JournalEntry): MockCall {
  return new MockCall({ model: 'mock', messages: [{ role: 'user', content: promptOf(entry) }] }, null);
}

function promptOf({ canary }: JournalEntry): string {
  return `A question, ${canary}`;
}
