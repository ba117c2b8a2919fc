import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockPiece, mockText } from '#test/mock/mock-provider.ts';
import { readAnswer } from '#test/reading/answered.ts';
import { openSocket } from '#test/reading/raw-http.ts';
import { openApi } from '#test/world/api.ts';

/** Beyond the drain's own limit, for everything else that has to stop. */
const restMs = 15_000;

describe('SIGTERM', () => {
  test('lets running answers end and readers of events and conversations wait no longer, keeps no idle connection, and exits with 0', async () => {
    await using api = await openApi();
    const scopes = ['chat', 'webhooks'];
    const partner = await api.partner({ model: 'openai/mock:deltas=10,pace=60', scopes });
    const { next_cursor: cursor } = JSON.parse((await partner.get('/events')).text);
    const waiting = partner.get(`/events?wait=30&after=${cursor}&types=webhook.test`);
    api.provider.enqueue({});
    const answered = await partner.send();
    assert.equal(answered.status, 200, answered.text);
    const conversation = answered.headers.get('x-conversation-id');
    const path = `/conversations/${conversation}?external_user_id=user-1`;
    const etag = String((await partner.get(path)).headers.get('etag'));
    const window = partner.get(`${path}&wait=30`, { headers: { 'if-none-match': etag } });
    const running = await Promise.all(Array.from({ length: 5 }, () => partner.open()));
    const signalled = performance.now();
    api.serviceOf().kill();
    api.serviceOf().kill();
    for (const opened of running) {
      const { text, complete } = await readAnswer(opened);
      assert.deepEqual([text, complete], [mockText(10), true]);
    }
    assert.deepEqual(await api.serviceOf().exited, { code: 0, signal: null });
    assert.ok(performance.now() - signalled < restMs);
    assert.deepEqual(JSON.parse((await waiting).text).data, []);
    assert.equal((await window).status, 304);
    const states = await api.database.query<{ state: string }>('select distinct state from turns');
    assert.deepEqual(states, [{ state: 'completed' }]);
  });

  test('ends after the drain limit whatever is still open: the partial text is kept', async () => {
    const drainMs = 300;
    await using api = await openApi({ config: { limits: { drain_ms: drainMs } } });
    const partner = await api.partner();
    api.provider.enqueue({ stallAfter: 1 });
    const running = await partner.open();
    // A request that never ends, on a connection of its own.
    const upload = openSocket(api.portOf());
    upload.write(
      'POST /v1/stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n' +
        `Authorization: Bearer ${partner.key}\r\n\r\n{`,
    );
    const signalled = performance.now();
    api.serviceOf().kill();
    const { text, complete } = await readAnswer(running);
    assert.deepEqual([text, complete], [mockPiece(0), false]);
    assert.deepEqual(await api.serviceOf().exited, { code: 0, signal: null });
    assert.ok(performance.now() - signalled < drainMs + restMs);
    upload.destroy();
    const turns = await api.database.query<object>('select state, error_code, refunded from turns');
    assert.deepEqual(turns, [{ state: 'failed', error_code: 'worker_lost', refunded: false }]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A stop waits for no window',
    file: 'src/app/create-http.ts',
    replace: 'changes[Symbol.dispose]();',
    by: '',
  },
  {
    rule: 'A stop waits for no reader of events',
    file: 'src/app/create-http.ts',
    replace: 'events[Symbol.dispose]();',
    by: '',
  },
  {
    rule: 'A drain ends when its limit is over, and not a hundred times later',
    file: 'src/core/turn/process/running-turns.ts',
    replace: 'AbortSignal.timeout(drainMs)',
    by: 'AbortSignal.timeout(drainMs * 100)',
  },
];
