import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { setUp } from './two-providers.ts';

describe('a call that is not the only one', () => {
  it('asks a model that refuses an effort again without it', async () => {
    await using world = await setUp([{ status: 400 }]);
    const request = {
      instructions: { stable: '', personal: '' },
      messages: [{ role: 'user', content: 'Hello?' }],
      effort: 'high',
    } as const;
    const { text, result } = await world.call({ requestFor: () => request });
    assert.equal(text, mockText(5));
    assert.deepEqual([result?.attempts, result?.providerId], [2, 'first']);
    assert.deepEqual(
      world.first.calls.map(({ body }) => body['reasoning_effort']),
      ['high', undefined],
    );
    assert.deepEqual(
      world.ends.map(({ outcome, next }) => [outcome, next]),
      [
        ['rejected', 'repeat'],
        ['completed', null],
      ],
    );
  });

  it('awaits what has to happen before every call but the first', async () => {
    await using world = await setUp([{ status: 503 }, { status: 503 }, { status: 503 }]);
    const before: string[] = [];
    await world.call({
      beforeAnother: async ({ provider }) => {
        before.push(`${provider.id} after ${world.ends.length}`);
      },
    });
    assert.deepEqual(before, ['first after 1', 'first after 2', 'second after 3']);
  });

  it('calls nothing more when that fails', async () => {
    await using world = await setUp([{ status: 503 }]);
    const { error } = await world.call({ beforeAnother: () => Promise.reject(new Error('no database')) });
    assert.match(String(error), /no database/);
    assert.equal(world.first.received, 1);
  });

  it('says when a call left the process', async () => {
    await using world = await setUp([{ resetAfter: 2, paceMs: 2 }]);
    const beganAt = performance.now();
    await world.call();
    const [only] = world.ends;
    assert.ok(only !== undefined && only.sentAt !== null);
    assert.ok(only.sentAt >= beganAt && only.sentAt <= performance.now());
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A model that refuses an effort is asked without it',
    file: 'src/core/models/call-model.ts',
    replace: 'if (isEffortRefused) asked = { ...request, effort: undefined };',
    by: 'if (isEffortRefused) asked = request;',
  },
  {
    rule: 'A refused effort is no failure that counts',
    file: 'src/core/models/call-model.ts',
    replace: 'isEffortRefused ? 0 : ',
    by: '',
  },
  {
    rule: 'Nothing happens before the first call',
    file: 'src/core/models/call-model.ts',
    replace: 'if (this.#count > 1) await',
    by: 'await',
  },
];
