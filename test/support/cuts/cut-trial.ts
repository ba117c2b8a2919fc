import assert from 'node:assert/strict';
import type { Journal, JournalEntry } from '../faults/journal.ts';
import { bodyOf, type JobCaller } from '../world/job-caller.ts';
import type { CutPoint, Exchange } from './cut-exchange.ts';
import type { CutPlan, PostgresCutter } from './cut-postgres.ts';

export interface TrialOptions {
  readonly cutter: PostgresCutter;
  readonly journal: Journal;
  readonly caller: JobCaller;
  readonly point: CutPoint | null;
  /** The exchange is complete at this point: only what comes after it may fail. */
  readonly isThrough: boolean;
}

/** A repetition that waits for a turn to end gets another answer by then. */
const maxRepetitions = 20;

/** One run of an operation, cut at one point, by an end user of its own. */
export class Trial {
  readonly caller: JobCaller;
  readonly entry: JournalEntry;
  readonly #options: TrialOptions;
  exchange: Exchange | null = null;

  constructor(options: TrialOptions) {
    this.#options = options;
    this.caller = options.caller;
    this.entry = options.journal.open('job', options.caller.clientId, options.caller.user, 'first');
  }

  /** Another request of the same user, with its own line in the journal. */
  another(): Trial {
    return new Trial({ ...this.#options, point: null });
  }

  /** From now on the cutter waits for the exchange. */
  arm(begins: CutPlan['begins']): Promise<Exchange> {
    return this.#options.cutter.next({ begins, point: this.#options.point }).then((exchange) => {
      this.exchange = exchange;
      return exchange;
    });
  }

  /** Sends the request of the exchange, and compares its response with what was done to it. */
  async expect(exchange: Promise<Exchange>, request: Promise<Response>): Promise<Response> {
    const response = await request;
    this.#options.cutter.giveUp();
    const { wasCut } = await exchange;
    const mustFail = wasCut && !this.#options.isThrough;
    if (!response.ok) await checkUnavailable(response.clone());
    assert.ok(mustFail ? !response.ok : wasCut || response.ok, `${response.status} at ${this.#place()}`);
    return response;
  }

  /** POST /jobs with the one key of this trial. */
  enqueue(body: object = {}): Promise<Response> {
    return this.caller.send('/jobs', this.#body(body), this.#key());
  }

  /** The job; requested again with the same key when the service was not available. */
  async enqueueAtLast(body: object = {}): Promise<string> {
    const { job_uuid } = await persist(() => this.caller.enqueue(this.#body(body), this.#key()));
    this.#acknowledge(job_uuid);
    return job_uuid;
  }

  stream(): Promise<Response> {
    return this.caller.send('/stream', this.#body(), this.#key());
  }

  /** Whether the answer came to a clean end; what was read is recorded. */
  async read(response: Response): Promise<boolean> {
    if (!response.ok) {
      await checkUnavailable(response);
      return false;
    }
    this.#acknowledge(response.headers.get('x-job-id'));
    const decoder = new TextDecoder();
    this.entry.text = '';
    this.entry.endedCleanly = false;
    try {
      for await (const chunk of response.body ?? []) {
        this.entry.text += decoder.decode(chunk, { stream: true });
      }
      this.entry.endedCleanly = true;
    } catch {
      // Broken off: the caller repeats it.
    }
    return this.entry.endedCleanly;
  }

  /** The same request again, until it has its whole answer. */
  async streamedAtLast(first: Response): Promise<void> {
    let isRead = await this.read(first);
    for (let nth = 0; !isRead; nth++) {
      assert.ok(nth < maxRepetitions, 'it never came to an answer');
      isRead = await this.read(await this.stream());
    }
  }

  cancel(id: string): Promise<Response> {
    return this.caller.fetch(`/jobs/${id}/cancel?external_user_id=${this.caller.user}`, { method: 'POST' });
  }

  async cancelAtLast(id: string): Promise<void> {
    await persist(() => this.caller.cancel(id));
  }

  /** The next request that needs the database is served. */
  async served(): Promise<void> {
    await persist(async () => {
      const response = await this.caller.fetch(`/usage?external_user_id=${this.caller.user}`);
      if (!response.ok) throw new Error(`/usage answered ${response.status}: ${await response.text()}`);
    });
  }

  #place(): string {
    const { point } = this.#options;
    return point === null ? 'no cut at all' : `a cut ${point.side} ${point.message}`;
  }

  #acknowledge(turnId: string | null): void {
    this.entry.outcome = 'acknowledged';
    this.entry.turnId = turnId;
  }

  #body(more: object = {}): object {
    return { prompt: `A question, ${this.entry.canary}`, ...more };
  }

  #key(): Readonly<Record<string, string>> {
    return { 'idempotency-key': this.entry.canary };
  }
}

/**
 * Repeats what was answered with `unavailable`, as a client does: an idle connection that was cut may fail the next
 * request that needs one.
 */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof Error && / answered 503: .*"code":"unavailable"/.test(error.message);
      if (!isAway || nth === maxRepetitions) throw error;
    }
  }
}

async function checkUnavailable(response: Response): Promise<void> {
  const problem = await bodyOf(response);
  assert.deepEqual([response.status, problem['code']], [503, 'unavailable'], JSON.stringify(problem));
  assert.ok(Number(response.headers.get('retry-after')) > 0);
}
