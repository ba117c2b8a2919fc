import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { TokenKeeper, TokenUnavailable } from '../../../src/web/shared/embed/token-keeper.ts';

const hour = 3_600_000;

describe('a frame keeps its token good', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_800_000_000_000 }));
  afterEach(() => mock.timers.reset());

  test('everybody who waits shares one question', async () => {
    const { keeper, asked, answer } = createKeeper();
    const both = Promise.all([keeper.provide(null), keeper.provide(null)]);
    assert.deepEqual(asked, ['boot']);
    answer(tokenFor('anna'));
    const [one, other] = await both;
    assert.equal(one, other);
  });

  for (const [seconds, marginSeconds] of [
    [300, 60],
    [3_600, 360],
    [43_200, 4_320],
  ] as const) {
    test(`a token of ${seconds} s is renewed ${marginSeconds} s before it ends`, async () => {
      const { keeper, asked, answer } = createKeeper();
      answer(tokenFor('anna', seconds * 1_000));
      await keeper.provide(null);
      mock.timers.tick((seconds - marginSeconds) * 1_000 - 1);
      assert.deepEqual(asked, ['boot']);
      mock.timers.tick(1);
      assert.deepEqual(asked, ['boot', 'refresh']);
    });
  }

  test('a clock that is hours ahead does not end a new token', async () => {
    const { keeper, asked, answer } = createKeeper();
    answer(tokenFor('anna', hour, Date.now() - 5 * hour));
    await keeper.provide(null);
    mock.timers.tick(hour * 0.9 - 1);
    assert.deepEqual(asked, ['boot']);
  });

  test('a refused token is renewed once, however many were refused', async () => {
    const { keeper, asked, answer } = createKeeper();
    const first = tokenFor('anna');
    answer(first);
    await keeper.provide(null);
    const refused = { token: first, code: 'session_expired' };
    const renewals = Promise.all([keeper.provide(refused), keeper.provide(refused)]);
    const second = tokenFor('anna', 2 * hour);
    answer(second);
    assert.deepEqual(await renewals, [second, second]);
    const late = keeper.provide(refused);
    assert.deepEqual(asked, ['boot', 'expired']);
    assert.equal(await late, second);
  });

  test('the reason for a rotated key is revoked', async () => {
    const { keeper, asked, answer } = createKeeper();
    const token = tokenFor('anna');
    answer(token);
    await keeper.provide(null);
    answer(tokenFor('anna', 2 * hour));
    await keeper.provide({ token, code: 'session_revoked' });
    assert.deepEqual(asked, ['boot', 'revoked']);
  });

  test('a failure is tried again after growing pauses, and then the session has ended', async () => {
    const { keeper, asked, fail, ended } = createKeeper();
    const outcome = assert.rejects(keeper.provide(null), { status: 401 });
    for (const pause of [0, 1_000, 2_000, 4_000, 8_000]) {
      await settled();
      mock.timers.tick(pause);
      await settled();
      fail(false);
    }
    await outcome;
    assert.equal(asked.length, 5);
    assert.equal(ended.count, 1);
    await assert.rejects(keeper.provide(null), { status: 401 });
    assert.equal(asked.length, 5);
  });

  test('a page without a user is asked for a token once', async () => {
    const { keeper, asked, fail, ended } = createKeeper();
    fail(true);
    const outcome = assert.rejects(keeper.provide(null), { status: 401 });
    await settled();
    assert.deepEqual([asked.length, ended.count], [1, 1]);
    await outcome;
  });

  test('a token that could not be renewed early is used until it ends', async () => {
    const { keeper, asked, answer, fail, ended } = createKeeper();
    const token = tokenFor('anna');
    answer(token);
    await keeper.provide(null);
    fail(true);
    mock.timers.tick(hour * 0.9);
    await settled();
    assert.equal(ended.count, 0);
    assert.equal(await keeper.provide(null), token);
    fail(true);
    mock.timers.tick(hour * 0.1);
    await settled();
    assert.deepEqual(asked, ['boot', 'refresh', 'expired']);
    assert.equal(ended.count, 1);
  });

  test("another user's token reaches no request that waits", async () => {
    const { keeper, answer, others } = createKeeper();
    const token = tokenFor('anna');
    answer(token);
    await keeper.provide(null);
    answer(tokenFor('bert'));
    let reached = false;
    void keeper.provide({ token, code: 'session_expired' }).then(() => {
      reached = true;
    });
    await settled();
    assert.deepEqual([others.count, reached], [1, false]);
  });

  test('a token that was on its way while the identity changed is not used', async () => {
    const { keeper, asked, answer, others } = createKeeper();
    const waiting = keeper.provide(null);
    const now = keeper.identify();
    answer(tokenFor('anna'));
    const bert = tokenFor('bert');
    answer(bert);
    await settled();
    assert.equal(others.count, 0);
    assert.deepEqual(await Promise.all([waiting, now]), [bert, bert]);
    assert.deepEqual(asked, ['boot', 'identify']);
  });
});

/** A keeper whose host page answers in the order of the requests. */
function createKeeper() {
  const asked: string[] = [];
  const questions: PromiseWithResolvers<string>[] = [];
  const answers: ((question: PromiseWithResolvers<string>) => void)[] = [];
  const ended = { count: 0 };
  const others = { count: 0 };
  const meet = () => {
    while (questions.length > 0 && answers.length > 0) {
      const question = questions.shift();
      const answer = answers.shift();
      if (question !== undefined) answer?.(question);
    }
  };
  const keeper = new TokenKeeper({
    ask: (reason) => {
      asked.push(reason);
      const question = Promise.withResolvers<string>();
      questions.push(question);
      meet();
      return question.promise;
    },
    onOtherSubject: () => {
      others.count += 1;
    },
    onEnded: () => {
      ended.count += 1;
    },
  });
  const reply = (answer: (question: PromiseWithResolvers<string>) => void) => {
    answers.push(answer);
    meet();
  };
  return {
    keeper,
    asked,
    ended,
    others,
    answer: (token: string) => reply((question) => question.resolve(token)),
    fail: (final: boolean) => reply((question) => question.reject(new TokenUnavailable(final))),
  };
}

function tokenFor(subject: string, lifetimeMs = hour, issuedAt = Date.now()): string {
  const claims = { sub: subject, iat: issuedAt / 1_000, exp: (issuedAt + lifetimeMs) / 1_000 };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

/** All pending promise callbacks have run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export const breaks: readonly Break[] = [
  {
    rule: 'All requests that wait for a token share one question to the host page',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: 'if (this.#renewal !== null) return this.#renewal;',
    by: '',
  },
  {
    rule: 'A refused token that was renewed meanwhile is not renewed again',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: 'refused === null || refused.token !== current.token',
    by: 'refused === null',
  },
  {
    rule: 'The host page learns of a revoked session',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: "code === 'session_revoked' ? 'revoked' : 'expired'",
    by: "code === '' ? 'revoked' : 'expired'",
  },
  {
    rule: 'A token of another user reaches no request that waits',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: 'return new Promise(() => {});',
    by: 'return Promise.resolve(token);',
  },
  {
    rule: 'A token that was on its way while the identity changed is not used',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: `return this.#renew('identify');
        return await this.#adopt(token);`,
    by: `identity === 0;
        return await this.#adopt(token);`,
  },
  {
    rule: 'A token that could not be renewed early is used until it ends',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: "if (reason === 'refresh' && ",
    by: "if (reason === 'boot' && ",
  },
  {
    rule: 'A page without a user is asked for a token once',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: 'if (error instanceof TokenUnavailable && error.final) break;',
    by: 'if (!(error instanceof TokenUnavailable)) break;',
  },
  {
    rule: 'A page that fails to give a token is asked five times',
    file: 'src/web/shared/embed/token-keeper.ts',
    replace: 'const pausesMs = [0, 1_000, 2_000, 4_000, 8_000];',
    by: 'const pausesMs = [0, 1_000, 2_000, 4_000];',
  },
  {
    rule: 'A token is renewed before its last minute',
    file: 'src/web/shared/embed/token-claims.ts',
    replace: 'Math.max(60_000, lifetime / 10)',
    by: 'lifetime / 10',
  },
  {
    rule: 'A clock that is hours ahead ends no token',
    file: 'src/web/shared/embed/token-claims.ts',
    replace: 'Math.min(byClock, lifetime) : lifetime;',
    by: 'Math.min(byClock, lifetime) : 0;',
  },
];
