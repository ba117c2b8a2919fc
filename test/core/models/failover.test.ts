import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';
import { QUICK, setUp } from './two-providers.ts';

describe('failing over to another model', () => {
  for (const status of [400, 401, 403, 404, 422]) {
    it(`neither repeats nor fails over what the provider refuses with ${status}`, async () => {
      await using world = await setUp([{ status }]);
      const { error } = await world.call();
      assert.ok(error instanceof ModelError);
      assert.match(error.message, new RegExp(String(status)));
      assert.equal(world.first.received, 1);
      assert.equal(world.second.received, 0);
    });
  }

  it('repeats a 408, and does not fail over for it', async () => {
    await using world = await setUp([{ status: 408 }, { status: 408 }, { status: 408 }]);
    assert.ok((await world.call()).error instanceof ModelError);
    assert.equal(world.first.received, 3);
    assert.equal(world.second.received, 0);
  });

  for (const [how, scenario] of Object.entries({
    'answers 429': { status: 429 },
    'answers 500': { status: 500 },
    'answers 529': { status: 529 },
    'breaks the connection': { resetAfter: 0 },
    'ends before its first text': { truncateAfter: 0 },
    'sends no text in time': { silent: true },
  })) {
    it(`fails over from a provider that ${how}`, async () => {
      const limits = 'silent' in scenario ? { firstByteMs: 1_000 } : {};
      await using world = await setUp([scenario], [], limits);
      const { result } = await world.call({ policy: { ...QUICK, retries: 0 } });
      assert.equal(result?.providerId, 'second');
    });
  }

  it('fails over from a provider that is not there', async () => {
    await using world = await setUp();
    await world.first[Symbol.asyncDispose]();
    assert.equal((await world.call()).result?.providerId, 'second');
  });

  it('makes the prompt again for each candidate', async () => {
    await using world = await setUp([{ status: 500 }]);
    await world.call({
      policy: { ...QUICK, retries: 0 },
      requestFor: ({ model }) => ({
        instructions: { stable: '', personal: '' },
        messages: [{ role: 'user', content: `What fits into ${model}` }],
      }),
    });
    const prompts = [world.first.calls[0], world.second.calls[0]].map(
      (call) => call?.messages.at(-1)?.content,
    );
    assert.deepEqual(prompts, ['What fits into m1', 'What fits into m2']);
  });

  it('passes over a provider whose circuit is open, and asks it again later', async () => {
    await using world = await setUp(Array.from({ length: 3 }, () => ({ status: 500 })));
    await world.call();
    assert.equal(world.circuits.status('first'), 'unavailable');
    assert.equal((await world.call()).result?.providerId, 'second');
    assert.equal(world.first.received, 3);
    world.clock.now += 1_000;
    assert.equal((await world.call()).result?.providerId, 'first');
    assert.equal(world.circuits.status('first'), 'available');
  });

  it('tries the last candidate where every circuit is open', async () => {
    await using world = await setUp();
    for (const id of ['first', 'second']) {
      for (let count = 0; count < 3; count += 1) world.circuits.admit(id)?.failed();
    }
    assert.equal((await world.call()).result?.providerId, 'second');
    assert.equal(world.first.received, 0);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An error that is the request’s own does not move the prompt to another model',
    file: 'src/core/models/call-model.ts',
    replace: 'if (!outcome.failover) throw outcome;',
    by: '',
  },
  {
    rule: 'Of the 4xx only 429 moves the prompt to a fallback',
    file: 'src/adapters/models/provider-failure.ts',
    replace: 'failover: status === 429 || status >= 500,',
    by: 'failover: true,',
  },
  {
    rule: 'A time-out before the first text moves the prompt to a fallback',
    file: 'src/adapters/models/outbound-call.ts',
    replace: "new ModelError('timeout', message, { retryable: true, failover: true })",
    by: "new ModelError('timeout', message, { retryable: true })",
  },
  {
    rule: 'An open circuit does not refuse the last candidate',
    file: 'src/core/models/call-model.ts',
    replace: 'const insists = permit === null && isLast && retry === 0;',
    by: 'const insists = permit === null && isLast && retry === -1;',
  },
  {
    rule: 'The prompt is made for the model that is asked',
    file: 'src/core/models/call-model.ts',
    replace: '{ ...requestFor(candidate), model: candidate.model };',
    by: '{ ...requestFor(this.#options.candidates[0] ?? candidate), model: candidate.model };',
  },
];
