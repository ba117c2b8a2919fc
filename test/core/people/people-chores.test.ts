import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { DatabaseUnavailable } from '#core/errors.ts';
import type { ErasureStep } from '#core/people/erasure-store.ts';
import { PeopleChores } from '#core/people/people-chores.ts';
import type { RetentionStore } from '#core/people/retention-store.ts';
import type { Break } from '#test/break.ts';

/** Notes what it is told to do; each of them has something more to do once. */
class Noted implements RetentionStore {
  readonly done: string[] = [];
  readonly errors: unknown[] = [];
  /** What the next step of an erasure throws. */
  broken: Error | null = null;
  readonly #again = new Set<string>();

  async step(): Promise<ErasureStep> {
    const error = this.broken;
    this.broken = null;
    if (error !== null) throw error;
    return this.#more('erasures') ? 'worked' : 'none';
  }

  isUnderWay = async () => false;
  forgetQuotes = async () => this.#more('quotes');
  expireActions = async () => this.#more('actions');
  deleteEnded = async () => this.#more('ended');
  deleteUnlistedConversations = async () => this.#more('unlisted');
  deleteOldConversations = async () => this.#more('old');

  /** What was done since the last call. */
  taken(): readonly string[] {
    return this.done.splice(0);
  }

  #more(what: string): boolean {
    this.done.push(what);
    if (this.#again.delete(what)) return false;
    this.#again.add(what);
    return true;
  }
}

describe('The chores for people', () => {
  function begin(t: TestContext) {
    let now = 0;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    t.mock.method(performance, 'now', () => now);
    const noted = new Noted();
    const onError = (_what: string, error: unknown) => noted.errors.push(error);
    const chores = new PeopleChores({ erasures: noted, retention: noted, onError });
    const pass = async (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
      await new Promise((resolve) => setImmediate(resolve));
      return noted.taken();
    };
    return { noted, chores, pass };
  }
  const often = ['erasures', 'erasures', 'quotes', 'quotes'];
  const everyMinute = ['actions', 'ended', 'unlisted', 'old'].flatMap((what) => [what, what]);

  it('are done to their end: erasures and quotes every 20 seconds, what has expired every minute', async (t) => {
    const { chores, pass } = begin(t);
    assert.deepEqual(await pass(19_999), []);
    assert.deepEqual(await pass(1), often);
    assert.deepEqual(await pass(20_000), often);
    assert.deepEqual(await pass(20_000), [...often, ...everyMinute]);
    assert.deepEqual(await pass(20_000), often);
    await chores[Symbol.asyncDispose]();
    assert.deepEqual(await pass(60_000), []);
  });

  it('are done at once when an erasure is due, and go on after what fails', async (t) => {
    const { noted, chores, pass } = begin(t);
    chores.wake();
    assert.deepEqual(await pass(0), often);
    const fault = new Error('a bug');
    for (const broken of [fault, new DatabaseUnavailable('away')]) {
      noted.broken = broken;
      assert.deepEqual(await pass(20_000), []);
    }
    assert.deepEqual(noted.errors, [fault], 'a database that is away is no fault of theirs');
    assert.deepEqual(await pass(20_000), [...often, ...everyMinute]);
    await chores[Symbol.asyncDispose]();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What has passed its time is deleted every minute',
    file: 'src/core/people/people-chores.ts',
    replace: '    while (!this.#stop.signal.aborted && (await retention.deleteEnded()));\n',
    by: '',
  },
  {
    rule: 'Questions whose time is over are closed every minute',
    file: 'src/core/people/people-chores.ts',
    replace: '    while (!this.#stop.signal.aborted && (await retention.expireActions()));\n',
    by: '',
  },
  {
    rule: 'Unlisted conversations are looked at every minute',
    file: 'src/core/people/people-chores.ts',
    replace: '    while (!this.#stop.signal.aborted && (await retention.deleteUnlistedConversations()));\n',
    by: '',
  },
  {
    rule: 'Old conversations are looked at every minute',
    file: 'src/core/people/people-chores.ts',
    replace: '    while (!this.#stop.signal.aborted && (await retention.deleteOldConversations()));\n',
    by: '',
  },
  {
    rule: 'Quotes of deleted documents are removed every 20 seconds',
    file: 'src/core/people/people-chores.ts',
    replace: '      while (!this.#stop.signal.aborted && (await retention.forgetQuotes()));\n',
    by: '',
  },
  {
    rule: 'Quotes of deleted documents are removed until none is left',
    file: 'src/core/people/people-chores.ts',
    replace: 'while (!this.#stop.signal.aborted && (await retention.forgetQuotes()));',
    by: 'await retention.forgetQuotes();',
  },
  {
    rule: 'The chores for people go on after one that fails',
    file: 'src/core/people/people-chores.ts',
    replace: "onError('The erasure of data', error);\n",
    by: "onError('The erasure of data', error);\n      return;\n",
  },
  {
    rule: 'A database that is away is no error of the chores for people',
    file: 'src/core/people/people-chores.ts',
    replace: '      if (!(error instanceof DatabaseUnavailable)) onError',
    by: '      onError',
  },
  {
    rule: 'An erasure that is due waits for no next look',
    file: 'src/core/people/people-chores.ts',
    replace: '    this.#running = this.#run();\n  }\n\n  async',
    by: '    this.#timer = this.#schedule();\n  }\n\n  async',
  },
];
