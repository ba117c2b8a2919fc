import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Break } from '#test/break.ts';
import { readEvents } from '../../src/web/shared/api/read-events.ts';

test('a response is read to its end behind its last event, and not given up', async () => {
  let wasCancelled = false;
  let isRead = false;
  const end = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('event: done\ndata: {}\n\n'));
      void end.promise.then(() => controller.close());
    },
    pull() {
      isRead = true;
    },
    cancel() {
      wasCancelled = true;
    },
  });
  await readEvents(new Response(body), ({ type }) => type === 'done');
  await setImmediate();
  equal(isRead, true);
  equal(wasCancelled, false);
  end.resolve();
});

export const breaks: readonly Break[] = [
  {
    rule: 'A finished answer is read to the end of its response',
    file: 'src/web/shared/api/read-events.ts',
    replace: 'void readToEnd(reader);',
    by: 'reader.cancel().catch(() => undefined);',
  },
];
