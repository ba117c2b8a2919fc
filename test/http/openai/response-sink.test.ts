import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { QuotedCitation } from '#contract/citations/citation.ts';
import { cursorAt, numberAt, ResponseEventSink } from '#http/openai/response-sink.ts';
import type { Break } from '#test/break.ts';

const facts = {
  turnId: 't',
  messageId: 'm',
  conversationId: 'c',
  agentSlug: 'assistant',
  priority: false,
  background: true,
  createdAt: new Date(),
  asked: null,
};

/** What a reader gets who knows an event, until the connection ends, and whether it ended cleanly. */
async function readBehind(known: number, write: (sink: ResponseEventSink) => void) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const answered = fetch(`http://127.0.0.1:${address.port}/`);
  const [, response]: ServerResponse[] = await once(server, 'request');
  if (response === undefined) throw new Error('no response');
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const { body } = await answered;
  write(new ResponseEventSink(response, { stallMs: 1_000, onStall: () => {} }, facts, known));
  let text = '';
  const isComplete = await (async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
    return true;
  })().catch(() => false);
  server.close();
  return { text, isComplete };
}

const tokens = { input: 1, output: 1 };

test('a cursor follows from the number of the event that ends there', () => {
  for (const cursor of [
    { attempt: 1, bytes: 1 },
    { attempt: 1, bytes: 4_000_000 },
    { attempt: 7, bytes: 12 },
  ]) {
    assert.deepEqual(cursorAt(numberAt(cursor)), cursor);
  }
  assert.deepEqual([0, 1, 2, 3].map(cursorAt), [null, null, null, null]);
});

test('text that arrives in other pieces continues in the middle of one', async () => {
  const { text, isComplete } = await readBehind(numberAt({ attempt: 1, bytes: 3 }), (sink) => {
    sink.text('äbcdef', { attempt: 1, bytes: 7 });
    sink.ended({ kind: 'completed', finishReason: 'stop', tokens });
  });
  assert.ok(isComplete);
  assert.deepEqual(
    [...text.matchAll(/"delta":"(.*?)"/g)].map(([, delta]) => delta),
    ['cdef'],
  );
  assert.match(text, /"text":"äbcdef"/);
});

test('citations are announced one by one, and stand in the text', async () => {
  const citation: QuotedCitation = {
    ...{ n: 1, source: 'client', document_id: 'd', title: 'D', heading: '', quote: 'So.', support: 'quoted' },
    url: 'https://docs.example/d',
  };
  const { text } = await readBehind(-1, (sink) => {
    sink.text('So [1].', { attempt: 1, bytes: 7 });
    const sources = { citations: [citation], links: [] };
    sink.ended({ kind: 'completed', finishReason: 'stop', tokens, sources });
  });
  const annotation = { type: 'url_citation', title: 'D', url: citation.url, start_index: 3, end_index: 6 };
  const added = /event: response\.output_text\.annotation\.added\ndata: (.*)\n/.exec(text);
  assert.deepEqual(JSON.parse(added?.[1] ?? '{}').annotation, annotation);
  assert.ok(text.indexOf('annotation.added') < text.indexOf('event: response.output_text.done'));
  assert.equal(text.split(`"annotations":[${JSON.stringify(annotation)}]`).length, 4);
});

test('a reader of an earlier attempt is cut off, and gets none of the new text', async () => {
  const { text, isComplete } = await readBehind(numberAt({ attempt: 1, bytes: 3 }), (sink) => {
    sink.text('new', { attempt: 2, bytes: 3 });
  });
  assert.equal(isComplete, false);
  assert.doesNotMatch(text, /new/);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A streamed response announces its annotations',
    file: 'src/http/openai/response-sink.ts',
    replace: "annotated.join('') +",
    by: "'' +",
  },
  {
    rule: 'Text of a new attempt never follows that of an old one',
    file: 'src/http/openai/response-sink.ts',
    replace: 'known !== null && known.attempt !== cursor.attempt',
    by: 'known !== null && known.attempt < 0',
  },
];
