import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import {
  startVendors,
  type Vendors,
  vendorAddress,
  vendorAnswer,
  vendorKey,
  vendorWires,
} from '#test/mock/vendors.ts';
import { ask, testProvider } from './provider-factory.ts';

interface Failure {
  readonly kind: ModelError['kind'];
  readonly retryable: boolean;
  readonly failover: boolean;
}

/** The outcome of a call, by the name of the model. */
const failures: Readonly<Record<string, Failure>> = {
  'fails-400': { kind: 'rejected', retryable: false, failover: false },
  'fails-403': { kind: 'rejected', retryable: false, failover: false },
  'not-known': { kind: 'rejected', retryable: false, failover: false },
  'fails-429': { kind: 'unavailable', retryable: true, failover: true },
  'fails-500': { kind: 'rejected', retryable: true, failover: true },
  'fails-503': { kind: 'unavailable', retryable: true, failover: true },
  'fails-529': { kind: 'unavailable', retryable: true, failover: true },
};

let vendors: Vendors;

for (const wire of vendorWires) {
  describe(`a foreign server at the vendor's own paths: ${wire}`, () => {
    before(async () => {
      vendors = await startVendors();
    });
    after(() => vendors[Symbol.asyncDispose]());

    const provider = (key = vendorKey) =>
      testProvider(vendorAddress[wire](vendors.origin), wire, {}, key, {}, [
        { id: 'answers', windowTokens: 1_000 },
      ]);

    it('streams an answer', async () => {
      await using test = provider();
      const asked = await ask(test.provider, { model: 'answers' });
      assert.equal(asked.error, null);
      assert.equal(asked.text, vendorAnswer);
      assert.equal(asked.result?.finishReason, 'stop');
    });

    it('streams an answer that was thought about', async () => {
      await using test = provider();
      assert.equal((await ask(test.provider, { model: 'answers', effort: 'high' })).text, vendorAnswer);
    });

    it('keeps the text of an answer that it breaks off', async () => {
      await using test = provider();
      const { text, error } = await ask(test.provider, { model: 'breaks-off' });
      assert.ok(text !== '' && text !== vendorAnswer && vendorAnswer.startsWith(text), text);
      assertError(error, { kind: 'rejected', retryable: true, failover: true });
    });

    it('refuses another key with 401', async () => {
      await using test = provider('another-key-0123456789');
      const { error } = await ask(test.provider, { model: 'answers' });
      assertError(error, { kind: 'rejected', retryable: false, failover: false });
      assert.match(String(error), /answered 401 \(type authentication_error/);
    });

    for (const [model, failure] of Object.entries(failures)) {
      it(`fails as the vendor does: ${model}`, async () => {
        await using test = provider();
        assertError((await ask(test.provider, { model })).error, failure);
      });
    }
  });
}

function assertError(error: unknown, expected: Failure): void {
  assert.ok(error instanceof ModelError, String(error));
  const { kind, retryable, failover } = error;
  assert.deepEqual({ kind, retryable, failover }, expected);
}
