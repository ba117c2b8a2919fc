import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Connections, followEvents } from '#client/follow.ts';
import type { Break } from '#test/break.ts';

const limits = { silenceMs: 10_000, endingMs: 10_000 };
const meta = 'event: meta\ndata: {}\n\n';
const done = 'event: done\ndata: {}\n\n';
const delta = (id: string) => `id: ${id}\nevent: delta\ndata: ${id}\n\n`;

test('each connection begins after the last event that was read', async () => {
  const { cursors, events } = follow([meta + delta('1.1'), meta + delta('1.2'), meta + done], '1.0');
  assert.deepEqual(await events, ['meta', 'delta', 'meta', 'delta', 'meta', 'done']);
  assert.deepEqual(cursors, ['1.0', '1.1', '1.2']);
});

test('an answer that failed is at its end, too', async () => {
  const { events } = follow(['event: error\ndata: {}\n\n', done]);
  assert.deepEqual(await events, ['error']);
});

test('connections that bring nothing new are counted as failures, and one that brings something ends the count', async () => {
  const { events, failures } = follow([meta, null, delta('1.1'), delta('1.1'), done]);
  await events;
  assert.deepEqual(failures, [1, 2, 0, 1]);
});

test('a rejection ends it, of a connection and of the wait for the next one', async () => {
  const refused = new Error('refused');
  const connect = async () => {
    throw refused;
  };
  await assert.rejects(read({ ...limits, connect, waitForNext: async () => undefined }), refused);
  const waitForNext = async () => {
    throw refused;
  };
  await assert.rejects(read({ ...limits, connect: async () => null, waitForNext }), refused);
});

/** Reads through one response after another; null is a connection that failed. */
function follow(responses: readonly (string | null)[], after: string | null = null) {
  const cursors: (string | null)[] = [];
  const failures: number[] = [];
  const left = [...responses];
  const connect = async (cursor: string | null) => {
    cursors.push(cursor);
    const text = left.shift() ?? null;
    return text === null ? null : new Response(text);
  };
  const waitForNext = async (count: number) => {
    failures.push(count);
    if (left.length === 0) throw new Error('there was no end');
  };
  return { cursors, failures, events: read({ ...limits, connect, waitForNext }, after) };
}

async function read(connections: Connections, after: string | null = null): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of followEvents(connections, after)) types.push(type);
  return types;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A new connection begins after the last event',
    file: 'src/client/follow.ts',
    replace: 'cursor = event.id || cursor;',
    by: 'cursor ||= event.id;',
  },
  {
    rule: 'An answer that failed is not followed any more',
    file: 'src/client/events.ts',
    replace: "type === 'done' || type === 'error'",
    by: "type === 'done'",
  },
  {
    rule: 'A connection that brought something ends the count of failures',
    file: 'src/client/follow.ts',
    replace: 'failures = isSound ? 0 : failures + 1;',
    by: 'failures += 1;',
  },
];
