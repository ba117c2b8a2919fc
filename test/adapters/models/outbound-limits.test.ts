import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from '#core/models/model-error.ts';
import type { Break } from '#test/break.ts';
import { mockText, startMockProvider } from '#test/mock/mock-provider.ts';
import { type Asked, ask, Heard, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

const signal = new AbortController().signal;

describe('time limits of a call', () => {
  it('end a connection that is not made', async () => {
    await using server = await rawServer(() => {});
    const tls = server.origin.replace('http:', 'https:');
    await using test = testProvider(tls, 'openai', { connectMs: 80 });
    // The pool has the same limit, and is the first to say so where this process stood still.
    assertFailed(
      await within(80, ask(test.provider)),
      'timeout',
      /80 ms \(connecting\)|no connection to the provider in time/,
    );
  });

  it('end a provider that sends headers and then nothing', async () => {
    await using mock = await startMockProvider({ scenario: { silent: true } });
    await using test = testProvider(mock.baseUrl, 'openai', { firstByteMs: 80 });
    assertFailed(await within(80, ask(test.provider)), 'timeout', /80 ms \(waiting\)/);
    await mock.waitForAbort(await mock.waitForCall(1));
  });

  it('do not take events without text for the first text', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('text/event-stream'));
      const timer = setInterval(() => socket.write(': still here\n\ndata: {"choices":[]}\n\n'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    await using test = testProvider(server.origin, 'openai', { firstByteMs: 80 });
    assertFailed(await within(80, ask(test.provider)), 'timeout', /waiting/);
  });

  it('let a model think that shows that it thinks', async () => {
    const thought = 'data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n';
    const answer = 'data: {"choices":[{"delta":{"content":"Done."}}]}\n\ndata: [DONE]\n\n';
    await using server = await rawServer((socket) => {
      socket.write(head('text/event-stream'));
      let thoughts = 0;
      const timer = setInterval(() => {
        thoughts += 1;
        if (thoughts < 40) socket.write(thought);
        else socket.end(answer);
      }, 25);
      socket.on('close', () => clearInterval(timer));
    });
    await using test = testProvider(server.origin, 'openai', { firstByteMs: 500 });
    assert.equal((await ask(test.provider)).text, 'Done.');
  });

  it('end an answer that stops coming, and keep its text', async () => {
    await using mock = await startMockProvider({ scenario: { stallAfter: 3 } });
    await using test = testProvider(mock.baseUrl, 'openai', { idleMs: 300 });
    const asked = await within(300, ask(test.provider));
    assertFailed(asked, 'timeout', /300 ms \(streaming\)/);
    assert.equal(asked.text, mockText(3));
    await mock.waitForAbort(await mock.waitForCall(1));
  });

  for (const [what, event] of Object.entries({
    comments: ': still here\n\n',
    'events without text': 'data: {"choices":[{"delta":{"content":""}}]}\n\n',
  })) {
    it(`end an answer that continues with ${what} only: silence is counted in text`, async () => {
      await using server = await rawServer((socket) => {
        socket.write(head('text/event-stream'));
        socket.write('data: {"choices":[{"delta":{"content":"Some text"}}]}\n\n');
        const timer = setInterval(() => socket.write(event), 10);
        socket.on('close', () => clearInterval(timer));
      });
      await using test = testProvider(server.origin, 'openai', { idleMs: 200, turnMs: 20_000 });
      const asked = await within(200, ask(test.provider));
      assertFailed(asked, 'timeout', /200 ms \(streaming\)/);
      assert.equal(asked.text, 'Some text');
    });
  }

  it('end an answer that never ends', async () => {
    await using mock = await startMockProvider({ scenario: { deltas: 1e9, paceMs: 5 } });
    await using test = testProvider(mock.baseUrl, 'openai', { turnMs: 150 });
    assertFailed(await within(150, ask(test.provider)), 'timeout', /150 ms \(the whole call\)/);
    // On a busy machine the time may be over before the provider has received anything.
    for (const call of mock.calls) await mock.waitForAbort(call);
  });

  it('do not count a pause of ours as silence', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl, 'openai', { idleMs: 400 });
    const paused = new Heard();
    const answer = test.provider.stream({ ...REQUEST, model: 'mock:huge' }, paused, signal);
    await paused.until((text) => text !== '');
    paused.call?.pause();
    // A silent call with the same limit times out twice in the meantime.
    await ask(test.provider, { model: 'mock:stall=1' });
    await ask(test.provider, { model: 'mock:stall=1' });
    const call = await mock.waitForCall(1);
    assert.ok(!call.finished, 'the provider is held back while we pause');
    paused.call?.resume();
    assert.equal((await answer).finishReason, 'stop');
    assert.equal(paused.text, mockText(4_096, 1_024));
  });
});

describe('size limits of a call', () => {
  it('cut an error body at 64 KiB', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('application/json', '500 Internal Server Error'));
      const flood = () => socket.write('x'.repeat(1024)) && setImmediate(flood);
      socket.on('drain', flood);
      flood();
    });
    await using test = testProvider(server.origin);
    assertFailed(await ask(test.provider), 'rejected', /answered 500/);
  });

  it('cut an event of more than 1 MiB', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('text/event-stream'));
      socket.write(`data: ${'x'.repeat(1024 * 1024 + 1)}`);
    });
    await using test = testProvider(server.origin);
    assertFailed(await ask(test.provider), 'rejected', /longer than 1 MiB/);
  });

  it('cut an answer of more than 8 MiB', async () => {
    await using mock = await startMockProvider({ scenario: { deltas: 9_000, deltaLength: 1_024 } });
    await using test = testProvider(mock.baseUrl);
    const asked = await ask(test.provider);
    assertFailed(asked, 'rejected', /longer than 8 MiB/);
    assert.ok(asked.text.length <= 8 * 1024 * 1024);
  });

  it('cut a document of more than 16 MiB', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('application/json'));
      socket.end(' '.repeat(16 * 1024 * 1024 + 1));
    });
    await using test = testProvider(server.origin);
    assertFailed(await ask(test.provider), 'rejected', /longer than 16 MiB/);
  });
});

describe('the end of a call', () => {
  for (const [phase, model] of [
    ['before the headers', 'mock:delay=60000'],
    ['before the first text', 'mock:silent'],
    ['within the answer', 'mock:stall=2'],
  ] as const) {
    it(`comes at once when the caller aborts ${phase}`, async () => {
      await using mock = await startMockProvider();
      await using test = testProvider(mock.baseUrl);
      const stop = new AbortController();
      const asked = ask(test.provider, { model }, stop.signal);
      const call = await mock.waitForCall(1);
      const reason = new Error('stopped by the user');
      stop.abort(reason);
      assert.equal((await asked).error, reason);
      await mock.waitForAbort(call);
    });
  }

  it('closes the socket of a paused answer on abort', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl);
    const stop = new AbortController();
    const heard = new Heard();
    const answer = test.provider.stream({ ...REQUEST, model: 'mock:huge' }, heard, stop.signal);
    await heard.until((text) => text !== '');
    heard.call?.pause();
    stop.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    await mock.waitForAbort(await mock.waitForCall(1));
  });

  it('comes before any connection when the caller had aborted', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl);
    const asked = await ask(test.provider, {}, AbortSignal.abort('gone'));
    assert.equal(asked.error, 'gone');
    assert.equal(mock.received, 0);
  });

  it('does not wait for a response that stays open after its answer', async () => {
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    await using server = await rawServer((socket) => {
      socket.on('close', () => resolve());
      socket.write(head('text/event-stream'));
      socket.write('data: {"choices":[{"delta":{"content":"Whole."}}]}\n\ndata: [DONE]\n\n');
    });
    await using test = testProvider(server.origin);
    assert.equal((await ask(test.provider)).text, 'Whole.');
    assert.equal(server.openSockets, 1);
    await cut;
  });

  it('is complete when only the usage never comes', async () => {
    await using server = await rawServer((socket) => {
      socket.write(head('text/event-stream'));
      socket.write('data: {"choices":[{"delta":{"content":"Whole."},"finish_reason":"stop"}]}\n\n');
    });
    await using test = testProvider(server.origin, 'openai', { idleMs: 80 });
    assert.equal((await ask(test.provider)).result?.finishReason, 'stop');
  });

  it('cuts open calls when the registry is disposed of', async () => {
    await using mock = await startMockProvider();
    const test = testProvider(mock.baseUrl);
    const asked = ask(test.provider, { model: 'mock:silent' });
    const call = await mock.waitForCall(1);
    await Promise.all([test[Symbol.asyncDispose](), call.over]);
    assert.ok((await asked).error instanceof ModelError);
  });
});

function assertFailed(asked: Asked, kind: ModelError['kind'], message: RegExp): void {
  assert.ok(asked.error instanceof ModelError, String(asked.error));
  assert.equal(asked.error.kind, kind);
  assert.match(asked.error.message, message);
}

/** A slow machine ends a call late, but not sixty times as late as it should. */
async function within(limitMs: number, asking: Promise<Asked>): Promise<Asked> {
  const began = performance.now();
  const asked = await asking;
  const tookMs = Math.round(performance.now() - began);
  assert.ok(tookMs < limitMs * 60, `the limit was ${limitMs} ms, and it took ${tookMs}`);
  return asked;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A silence is counted in text, so comments do not prolong an answer',
    file: 'src/adapters/models/outbound-call.ts',
    replace: `    try {
      this.#body?.push(bytes);`,
    by: `    if (this.#phase === 'streaming') this.#touch();
    try {
      this.#body?.push(bytes);`,
  },
  {
    rule: 'A call ends when its limit is over, and not a hundred times later',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'now - this.#since > limitMs + watch.tickMs',
    by: 'now - this.#since > limitMs * 100 + watch.tickMs',
  },
  {
    rule: 'A whole call ends when its limit is over, and not a hundred times later',
    file: 'src/adapters/models/outbound-call.ts',
    replace: 'awake - this.#startedAt > limits.turnMs',
    by: 'awake - this.#startedAt > limits.turnMs * 100',
  },
];
