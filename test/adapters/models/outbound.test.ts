import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Outbound } from '#adapters/models/outbound.ts';
import { ModelError } from '#core/models/model-error.ts';
import { mockText, startMockProvider } from '#test/mock/mock-provider.ts';
import { ask, Heard, LIMITS, REQUEST, testProvider } from './provider-factory.ts';
import { head, rawServer } from './raw-server.ts';

describe('a provider that refuses', () => {
  const refusals = [
    { status: 301, kind: 'rejected', retryable: false },
    { status: 307, kind: 'rejected', retryable: false },
    { status: 400, kind: 'rejected', retryable: false },
    { status: 401, kind: 'rejected', retryable: false },
    { status: 404, kind: 'rejected', retryable: false },
    { status: 408, kind: 'unavailable', retryable: true },
    { status: 429, kind: 'unavailable', retryable: true },
    { status: 500, kind: 'rejected', retryable: true },
    { status: 503, kind: 'unavailable', retryable: true },
    { status: 529, kind: 'unavailable', retryable: true },
    { status: 202, kind: 'rejected', retryable: false },
  ] as const;

  for (const { status, kind, retryable } of refusals) {
    it(`with ${status} is ${kind}${retryable ? ' and may be asked again' : ''}`, async () => {
      const error = await failureOf({ status, errorMessage: 'the canary' });
      assert.equal(error.kind, kind);
      assert.equal(error.retryable, retryable);
      assert.match(error.message, new RegExp(`answered ${status} \\(type mock_error\\)`));
      assert.doesNotMatch(`${error.stack} ${error.cause}`, /canary/);
    });
  }

  it('is not followed elsewhere', async () => {
    await using mock = await startMockProvider({ scenario: { status: 308 } });
    await using test = testProvider(mock.baseUrl);
    await ask(test.provider);
    assert.equal(mock.received, 1);
  });

  it('may ask for a wait in seconds or until a date', async () => {
    assert.equal((await failureOf({ status: 429, retryAfter: 7 })).retryAfterMs, 7_000);
    const date = new Date(Date.now() + 600_000).toUTCString();
    const until = (await failureOf({ status: 503, retryAfter: date })).retryAfterMs;
    assert.ok(until !== null && until > 500_000 && until <= 600_000, String(until));
    assert.equal((await failureOf({ status: 503, retryAfter: 'soon' })).retryAfterMs, null);
  });
});

describe('a provider that breaks', () => {
  it('before its headers is unavailable', async () => {
    await using server = await rawServer((socket) => socket.resetAndDestroy());
    await using test = testProvider(server.origin);
    assertError((await ask(test.provider)).error, 'unavailable', true);
  });

  it('by not being there is unavailable, and was not called', async () => {
    // No other process is given this port.
    await using test = testProvider('http://127.0.0.1:1');
    const heard = new Heard();
    const answer = test.provider.stream(REQUEST, heard, new AbortController().signal);
    assertError(await answer.catch((error: unknown) => error), 'unavailable', true);
    assert.equal(heard.calls, 0);
  });

  for (const [how, scenario] of [
    ['a reset', { resetAfter: 3 }],
    ['an end without a finish', { truncateAfter: 3 }],
    ['an error event', { errorAfter: 3 }],
  ] as const) {
    it(`with ${how} within its answer leaves the text and no result`, async () => {
      await using mock = await startMockProvider({ scenario: { ...scenario, paceMs: 2 } });
      await using test = testProvider(mock.baseUrl);
      const asked = await ask(test.provider);
      assert.equal(asked.text, mockText(3));
      assertError(asked.error, 'rejected', true);
    });
  }

  it('with a compressed answer is refused', async () => {
    await using server = await rawServer((socket) => {
      socket.end(head('text/event-stream', '200 OK', ['content-encoding: gzip']));
    });
    await using test = testProvider(server.origin);
    assertError((await ask(test.provider)).error, 'rejected', false);
    assert.match(server.requests[0] ?? '', /accept-encoding: identity/i);
  });

  it('with a page instead of an answer is refused', async () => {
    await using server = await rawServer((socket) => socket.end(`${head('text/html')}<h1>Welcome</h1>`));
    await using test = testProvider(server.origin);
    assertError((await ask(test.provider)).error, 'rejected', false);
  });

  it('with no text at all gave no answer', async () => {
    await using mock = await startMockProvider({ scenario: { deltas: 0 } });
    await using test = testProvider(mock.baseUrl);
    assertError((await ask(test.provider)).error, 'rejected', true);
  });
});

describe('a call', () => {
  it('gives one text for all HTTP chunks of one read', async () => {
    const chunk = (data: string) => `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;
    const event = (text: string) => chunk(`data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`);
    await using server = await rawServer((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n',
        () => socket.write(event('one ') + event('two ') + event('three'), () => setImmediate(end)),
      );
      const end = () => socket.write(`${chunk('data: [DONE]\n\n')}0\r\n\r\n`);
    });
    await using test = testProvider(server.origin);
    assert.deepEqual((await ask(test.provider)).texts, ['one two three']);
  });

  it('leaves its connection to later ones', async () => {
    await using server = await rawServer((socket) => {
      const body = 'data: {"choices":[{"delta":{"content":"Hi."}}]}\n\ndata: [DONE]\n\n';
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    await using test = testProvider(server.origin);
    for (let count = 1; count <= 5; count += 1) assert.equal((await ask(test.provider)).text, 'Hi.');
    assert.equal(server.requests.length, 5);
    // One idle connection, and one whose response is just ending.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it('runs beside a thousand others', async () => {
    await using mock = await startMockProvider({ scenario: { paceMs: 20 } });
    await using test = testProvider(mock.baseUrl);
    const asked = await Promise.all(Array.from({ length: 1_000 }, () => ask(test.provider)));
    assert.ok(asked.every(({ text }) => text === mockText(5)));
  });

  it('pauses and resumes from within its own text', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl);
    const heard = new Heard();
    const listener = {
      onCalled: heard.onCalled.bind(heard),
      onText: (text: string) => {
        heard.onText(text);
        heard.call?.pause();
        setImmediate(() => heard.call?.resume());
      },
    };
    await test.provider.stream({ ...REQUEST, model: 'mock:huge' }, listener, new AbortController().signal);
    assert.equal(heard.text, mockText(4_096, 1_024));
  });

  it('may resume another call from within its own text', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl);
    const { signal } = new AbortController();
    const paused = new Heard();
    const first = test.provider.stream({ ...REQUEST, model: 'mock:huge' }, paused, signal);
    await paused.until((text) => text !== '');
    paused.call?.pause();
    const resuming = { onCalled: () => {}, onText: () => paused.call?.resume() };
    await test.provider.stream(REQUEST, resuming, signal);
    await first;
    assert.equal(paused.text, mockText(4_096, 1_024));
  });

  it('hands an error of its listener back, with the socket closed', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl);
    const bug = new Error('a bug');
    const listener = {
      onCalled: () => {},
      onText: () => {
        throw bug;
      },
    };
    const answer = test.provider.stream(
      { ...REQUEST, model: 'mock:stall=1' },
      listener,
      new AbortController().signal,
    );
    assert.equal(await answer.catch((error: unknown) => error), bug);
    await mock.waitForAbort(await mock.waitForCall(1));
  });
});

describe('a key', () => {
  it('that cannot be a header fails the call without showing it', async () => {
    await using mock = await startMockProvider();
    await using test = testProvider(mock.baseUrl, 'openai', {}, 'sk-secret\nkey');
    const { error } = await ask(test.provider);
    assertError(error, 'rejected', false);
    assert.doesNotMatch(error instanceof ModelError ? `${error.stack} ${error.cause}` : '', /secret/);
    assert.equal(mock.received, 0);
  });

  it('is bound to a plain address', async () => {
    await using outbound = new Outbound(LIMITS);
    for (const url of [
      'file:///etc/passwd',
      'ftp://example.com',
      'http://user:secret@example.com',
      'http://example.com/?key=secret',
      'http://example.com/#secret',
    ]) {
      assert.throws(
        () => outbound.endpoint(url, {}),
        (error) => error instanceof TypeError && !error.message.includes('secret'),
      );
    }
  });
});

async function failureOf(scenario: object): Promise<ModelError> {
  await using mock = await startMockProvider({ scenario });
  await using test = testProvider(mock.baseUrl);
  const { error } = await ask(test.provider);
  assert.ok(error instanceof ModelError);
  return error;
}

function assertError(error: unknown, kind: ModelError['kind'], retryable: boolean): void {
  assert.ok(error instanceof ModelError, String(error));
  assert.equal(error.kind, kind);
  assert.equal(error.retryable, retryable);
}
