import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createLog } from '#adapters/log.ts';
import { Hosts } from '#http/server/hosts.ts';
import { createServer } from '#http/server/server.ts';
import { goneSignal } from '#http/streaming/open-stream.ts';
import type { Break } from '#test/break.ts';
import { openSocket } from '#test/reading/raw-http.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

test('work that ends because its caller has left counts as no refusal', async (t) => {
  const { requests } = silentTelemetry();
  const refused: string[] = [];
  const app = createServer({
    hosts: new Hosts('http://localhost'),
    log: createLog({ level: 'silent' }),
    telemetry: {
      unreadable: (...refusal) => requests.unreadable(...refusal),
      began: (head) =>
        Object.assign(requests.began(head), { refused: ({ code }: { code: string }) => refused.push(code) }),
    },
    readerStallMs: 30_000,
  });
  t.after(() => app.close());
  const started = Promise.withResolvers<void>();
  const thrown = Promise.withResolvers<void>();
  app.get('/@api/work', async (_, reply) => {
    const gone = goneSignal(reply);
    started.resolve();
    await once(gone, 'abort');
    // Two turns of the event loop later the error has been handled.
    setImmediate(() => setImmediate(thrown.resolve));
    throw gone.reason;
  });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const socket = openSocket(port);
  socket.write('GET /work HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await started.promise;
  socket.destroy();
  await thrown.promise;
  assert.deepEqual(refused, []);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A caller who has left is no fault of the service',
    file: 'src/http/server/problem.ts',
    replace: '  if (error === readerGone) return void reply.hijack();\n',
    by: '',
  },
];
