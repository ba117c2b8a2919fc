import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelCall } from '#core/models/model-provider.ts';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { QUICK, setUp } from './two-providers.ts';

describe('calling a model', () => {
  it('gives the answer of the first candidate', async () => {
    await using world = await setUp();
    const { text, result } = await world.call();
    assert.equal(text, mockText(5));
    assert.deepEqual(result, {
      finishReason: 'stop',
      inputTokens: 2,
      cacheReadTokens: null,
      cacheWriteTokens: null,
      outputTokens: 5,
      providerId: 'first',
      model: 'm1',
      attempts: 1,
    });
    assert.equal(world.second.received, 0);
  });

  it('repeats twice what may pass, then fails over', async () => {
    await using world = await setUp([{ status: 503 }, { status: 500 }, { resetAfter: 0 }]);
    const { text, result, calls } = await world.call();
    assert.equal(text, mockText(5));
    assert.equal(result?.providerId, 'second');
    assert.equal(result?.attempts, 4);
    assert.equal(world.first.received, 3);
    assert.equal(calls, 1, 'the listener sees one call');
    assert.deepEqual(
      world.ends.map(({ providerId, outcome, next }) => `${providerId} ${outcome} ${next}`),
      [
        'first unavailable repeat',
        'first rejected repeat',
        'first rejected fallback',
        'second completed null',
      ],
    );
  });

  it('neither repeats nor fails over after the first text', async () => {
    await using world = await setUp([{ resetAfter: 2, paceMs: 2 }]);
    const { text, error } = await world.call();
    assert.equal(text, mockText(2));
    assert.ok(error instanceof ModelError);
    assert.equal(world.first.received, 1);
    assert.equal(world.second.received, 0);
  });

  it('fails with the last error when every candidate failed', async () => {
    await using world = await setUp([{ status: 500 }, { status: 500 }, { status: 500 }], [{ status: 403 }]);
    const { error } = await world.call();
    assert.ok(error instanceof ModelError);
    assert.match(error.message, /403/);
  });

  it('fails when there is no candidate', async () => {
    await using world = await setUp();
    const { error } = await world.call({ candidates: [] });
    assert.ok(error instanceof ModelError);
    assert.equal(error.kind, 'unavailable');
  });

  it('waits as long as the provider asks', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 0.15 }]);
    const startedAt = performance.now();
    assert.equal((await world.call()).result?.providerId, 'first');
    assert.ok(performance.now() - startedAt >= 149);
  });

  it('does not wait for a provider that asks for too long', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 60 }]);
    assert.equal((await world.call()).result?.providerId, 'second');
  });

  it('begins no repeat when its budget is spent', async () => {
    await using world = await setUp([{ status: 503 }]);
    const { result } = await world.call({ policy: { ...QUICK, budgetMs: 0 } });
    assert.equal(result?.providerId, 'second');
    assert.equal(world.first.received, 1);
  });

  it('stops waiting when it is aborted', async () => {
    await using world = await setUp([{ status: 429, retryAfter: 5 }]);
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal, onCall: () => () => stop.abort('stopped') });
    assert.equal((await asked).error, 'stopped');
    assert.equal(world.first.received, 1);
  });

  it('refuses nothing because a circuit is open that has no fallback, so that an outage ends with the first good answer', async () => {
    await using world = await setUp(Array.from({ length: 4 }, () => ({ status: 500 })));
    const only = { candidates: world.candidates.slice(0, 1) };
    await world.call(only);
    assert.equal(world.circuits.status('first'), 'unavailable');
    const failed = await world.call(only);
    assert.ok(failed.error instanceof ModelError);
    assert.equal(world.first.received, 4, 'one call, without repeats');
    assert.equal((await world.call(only)).text, mockText(5));
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('does not hold a refused request or an abort against the provider', async () => {
    await using world = await setUp([{ status: 400 }, { silent: true }]);
    await world.call();
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal });
    await world.first.waitForCall(2);
    stop.abort();
    await asked;
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('reports how long each call took, and how long its first text', async () => {
    const { promise: headOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: restOn, resolve: end } = Promise.withResolvers<void>();
    await using world = await setUp([{ headOn, restOn }]);
    const beganAt = performance.now();
    const asked = world.call();
    const { at } = await world.first.waitForCall(1);
    goOn();
    await world.untilText();
    const textMs = performance.now() - beganAt;
    end();
    await asked;
    const [only] = world.ends;
    assert.ok(only !== undefined && only.firstTextMs !== null);
    assert.ok(only.firstTextMs >= 0 && only.firstTextMs <= textMs, `${only.firstTextMs} of ${textMs} ms`);
    assert.ok(only.durationMs >= only.firstTextMs && only.durationMs <= performance.now() - beganAt);
    assert.ok(only.firstTextMs >= at - beganAt - 1, 'not before the provider was asked');
    assert.deepEqual([only.inputTokens, only.outputTokens], [2, 5]);
  });

  it('closes the circuit with the first text, not with the end', async () => {
    await using world = await setUp([{ status: 400 }, { stallAfter: 1 }]);
    world.circuits.admit('first')?.failed();
    assert.equal(world.circuits.status('first'), 'degraded');
    await world.call();
    assert.equal(world.circuits.status('first'), 'degraded', 'a refused request proves nothing');
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal });
    await world.untilText();
    assert.equal(world.circuits.status('first'), 'available');
    stop.abort();
    await asked;
    assert.deepEqual(
      world.ends.map(({ outcome, next }) => [outcome, next]),
      [
        ['rejected', null],
        ['stopped', null],
      ],
    );
  });

  it('frees the probe of a call that was stopped before any text', async () => {
    await using world = await setUp([{ silent: true }]);
    for (const _ of [1, 2, 3]) world.circuits.admit('first')?.failed();
    world.clock.now += 1_000;
    const stop = new AbortController();
    const asked = world.call({ signal: stop.signal });
    await world.first.waitForCall(1);
    assert.equal(world.circuits.admit('first'), null, 'the call is the probe');
    stop.abort();
    await asked;
    assert.notEqual(world.circuits.admit('first'), null);
  });

  it('says what follows a failure: nothing after text, and nothing where no other may answer', async () => {
    await using world = await setUp(
      [{ resetAfter: 2, paceMs: 2 }, { status: 400 }, { status: 503 }],
      [{ status: 503 }],
    );
    const once = { policy: { ...QUICK, retries: 0 } };
    for (const _ of [1, 2, 3]) await world.call(once);
    assert.deepEqual(
      world.ends.map(({ providerId, next }) => [providerId, next]),
      [
        ['first', null],
        ['first', null],
        ['first', 'fallback'],
        ['second', null],
      ],
    );
  });

  it('says of a call in spite of an open circuit that none follows', async () => {
    await using world = await setUp([{ status: 503 }]);
    for (const _ of [1, 2, 3]) world.circuits.admit('first')?.failed();
    await world.call({ candidates: world.candidates.slice(0, 1) });
    assert.deepEqual(
      world.ends.map(({ next }) => next),
      [null],
    );
  });

  it('keeps a pause over a repeat', async () => {
    await using world = await setUp([{ status: 503 }, { deltas: 4_096, deltaLength: 1_024 }]);
    let current: ModelCall | null = null;
    const asked = world.call({}, (call) => {
      current = call;
      call.pause();
    });
    const call = await world.first.waitForCall(2);
    // Another answer of the same size is received and dropped while this one is held back.
    world.first.enqueue({ deltas: 4_096, deltaLength: 1_024 });
    await world.call();
    assert.ok(!call.finished);
    resume(current);
    assert.equal((await asked).text, mockText(4_096, 1_024));
  });
});

function resume(call: ModelCall | null): void {
  assert.ok(call);
  call.resume();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A call that is paused notices its refusal',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'if (this.#body !== null) this.#exchange?.pause();',
    by: 'this.#exchange?.pause();',
  },
  {
    rule: 'A call that was paused before its head stays paused',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'if (this.#paused) this.#exchange?.pause();',
    by: '',
  },
  {
    rule: 'A call in spite of an open circuit is not repeated',
    file: 'src/core/models/call-model.ts',
    replace: '? 0 : insists ? null : this',
    by: '? 0 : this',
  },
  {
    rule: 'A failed call of the last candidate moves nowhere',
    file: 'src/core/models/call-model.ts',
    replace: "failover && !isLast ? 'fallback' : null",
    by: "failover ? 'fallback' : null",
  },
  {
    rule: 'A failed call that is the request’s own moves nowhere',
    file: 'src/core/models/call-model.ts',
    replace: "failover && !isLast ? 'fallback' : null",
    by: "!isLast ? 'fallback' : null",
  },
  {
    rule: 'A call that failed after its first text is followed by none',
    file: 'src/core/models/call-model.ts',
    replace: `    if (this.#listener.textArrived) return null;
`,
    by: '',
  },
  {
    rule: 'A probe that was stopped says nothing about its provider',
    file: 'src/core/models/call-model.ts',
    replace: `        permit.released();
        call.stopped();`,
    by: '        call.stopped();',
  },
  {
    rule: 'A call that was stopped is reported',
    file: 'src/core/models/call-model.ts',
    replace: `        call.stopped();
`,
    by: '',
  },
  {
    rule: 'A refused request does not open the circuit',
    file: 'src/core/models/call-model.ts',
    replace: "error.kind !== 'rejected' || error.retryable",
    by: 'true',
  },
  {
    rule: 'The first text closes a circuit',
    file: 'src/core/models/attempt-listener.ts',
    replace: `      this.#permit?.succeeded();
`,
    by: '',
  },
  {
    rule: 'The time to the first text is reported',
    file: 'src/core/models/attempt-listener.ts',
    replace: `      this.#observed?.textArrived();
`,
    by: '',
  },
  {
    rule: 'The time to the first text begins with the call',
    file: 'src/core/models/observed-call.ts',
    replace: 'this.#firstTextAt - this.#startedAt',
    by: 'this.#firstTextAt',
  },
  {
    rule: 'A call that was stopped is none that was completed',
    file: 'src/core/models/observed-call.ts',
    replace: "outcome: 'stopped', error",
    by: "outcome: 'completed', error",
  },
  {
    rule: 'The time of a call begins with it',
    file: 'src/core/models/observed-call.ts',
    replace: 'const durationMs = performance.now() - this.#startedAt;',
    by: 'const durationMs = performance.now();',
  },
];
