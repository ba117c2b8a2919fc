import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerRestartedError, ConnectionError, NotFoundError } from '../../src/sdk/index.ts';
import { collect, startPair } from './client.ts';
import type { Call } from './scripted-service.ts';
import {
  beginEvents,
  conversationUuid,
  delta,
  done,
  event,
  events,
  eventsThenCut,
  eventsThenWait,
  hangUp,
  jobUuid,
  messageUuid,
  meta,
  refusal,
  usage,
  user,
} from './wire-answers.ts';

const ask = { prompt: 'Hello', externalUserId: user };
const follow = `GET /v1/jobs/${jobUuid}/stream`;
const reset = (attempt: number) => event('reset', { attempt });

test('a broken connection is resumed after the last piece', async () => {
  await using pair = await startPair();
  pair.service
    .on('POST /v1/stream', eventsThenCut(meta, delta('Grüß ')))
    .on(follow, events(meta, delta('Gott', 'Grüß '), done));
  assert.deepEqual(await collect(pair.client.stream(ask)), ['Grüß ', 'Gott']);
  const [resumed] = pair.service.callsOf(follow);
  assert.equal(resumed?.query.get('after'), `1.${Buffer.byteLength('Grüß ')}`);
  assert.equal(resumed?.query.get('external_user_id'), user);
  assert.equal(resumed?.headers.accept, 'text/event-stream');
});

test('the end of the body without `done` is a broken connection', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, delta('Hel'))).on(follow, events(delta('lo', 'Hel'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hello');
});

test('an event that was cut is not handed out, and comes whole with the next connection', async () => {
  await using pair = await startPair();
  const second = delta('lo', 'Hel');
  pair.service
    .on('POST /v1/stream', eventsThenCut(meta, delta('Hel'), second.slice(0, -1)))
    .on(follow, events(second, done));
  assert.deepEqual(await collect(pair.client.stream(ask)), ['Hel', 'lo']);
});

test('wherever a connection breaks, the text is whole and the first event comes once', async () => {
  const text = 'Grüß dich, 🌍!';
  const pieces = [...text];
  const whole = [meta, ...pieces.map((piece, index) => delta(piece, pieces.slice(0, index).join(''))), done];
  const bytes = Buffer.from(whole.join(''));
  await using pair = await startPair();
  for (let cut = 0; cut < bytes.length; cut += 37) {
    pair.service
      .on('POST /v1/stream', ({ response }) => {
        beginEvents(response);
        response.write(bytes.subarray(0, cut), () => response.destroy());
      })
      .on(follow, (call) => events(meta, ...eventsAfter(whole, call), done)(call));
    const seen = await collect(pair.client.stream(ask).events());
    const read = seen.flatMap((seenEvent) => (seenEvent.type === 'delta' ? [seenEvent.text] : []));
    assert.deepEqual(read, pieces, `cut at byte ${cut}`);
    assert.equal(seen.filter(({ type }) => type === 'meta').length, 1);
  }
});

test('a stream that is cut at every byte on the wire reads the same', async () => {
  const bytes = Buffer.from([meta, delta('Grüß 🌍'), done].join('').replaceAll('\n', '\r\n'));
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', async ({ response }) => {
    beginEvents(response);
    for (const byte of bytes) await new Promise((sent) => response.write(Buffer.of(byte), sent));
    response.end();
  });
  assert.deepEqual(await collect(pair.client.stream(ask)), ['Grüß 🌍']);
});

test('a connection that falls silent is taken for dead and resumed', async () => {
  await using pair = await startPair({ idleTimeoutMs: 300 });
  pair.service
    .on('POST /v1/stream', eventsThenWait(meta, delta('Hel')))
    .on(follow, events(delta('lo', 'Hel'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hello');
});

test('a connection that breaks before `meta` is resumed by the job of its headers', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenCut('')).on(follow, events(meta, delta('Hi'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hi');
  assert.equal(pair.service.callsOf('POST /v1/stream').length, 1);
  assert.equal(pair.service.callsOf(follow)[0]?.query.has('after'), false);
});

test('resuming gives up when no connection brings anything', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenCut(meta, delta('Hel'))).on(follow, eventsThenCut(meta));
  const answer = pair.client.stream(ask);
  await assert.rejects(answer.text(), ConnectionError);
  assert.equal(answer.cursor, '1.3');
  assert.equal(pair.service.callsOf(follow).length, 4);
});

test('a connection that brings text is no failure, however many break', async () => {
  await using pair = await startPair();
  const pieces = [...'abcdefghij'];
  const parts = pieces.map((piece, index) => delta(piece, pieces.slice(0, index).join('')));
  pair.service
    .on('POST /v1/stream', eventsThenCut(meta))
    .on(follow, ...parts.map((part) => eventsThenCut(part)), events(done));
  assert.equal(await pair.client.stream(ask).text(), 'abcdefghij');
});

test('an outage of the service is waited for while resuming', async () => {
  await using pair = await startPair();
  pair.service
    .on('POST /v1/stream', eventsThenCut(meta, delta('Hel')))
    .on(follow, hangUp, refusal('unavailable', {}, { 'retry-after': '0' }), events(delta('lo', 'Hel'), done));
  assert.equal(await pair.client.stream(ask).text(), 'Hello');
});

test('a resumed answer keeps the usage of its beginning', async () => {
  await using pair = await startPair();
  const followed = event('meta', {
    conversation_uuid: conversationUuid,
    message_uuid: messageUuid,
    job_uuid: jobUuid,
  });
  pair.service.on('POST /v1/stream', eventsThenCut(meta, delta('Hel'))).on(follow, events(followed, done));
  assert.deepEqual((await pair.client.stream(ask).result()).usage, usage);
});

test('a refusal while resuming is thrown', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenCut(meta, delta('Hel'))).on(follow, refusal('job_not_found'));
  await assert.rejects(pair.client.stream(ask).text(), NotFoundError);
});

test('text() and result() are of the last attempt when an answer starts again', async () => {
  await using pair = await startPair();
  pair.service.on(follow, events(meta, delta('Old'), reset(2), delta('New', '', 2), done));
  const answer = pair.client.jobs.follow(jobUuid, { externalUserId: user });
  assert.equal(await answer.text(), 'New');
  assert.equal(answer.cursor, '2.3');
});

test('events() report that an answer starts again', async () => {
  await using pair = await startPair();
  pair.service.on(follow, events(meta, delta('Old'), reset(2), delta('New', '', 2), done));
  const seen = await collect(pair.client.jobs.follow(jobUuid, { externalUserId: user }).events());
  assert.deepEqual(seen.slice(1, 4), [
    { type: 'delta', text: 'Old' },
    { type: 'reset', attempt: 2 },
    { type: 'delta', text: 'New' },
  ]);
});

test('plain text that has become void is an error, and the job continues', async () => {
  await using pair = await startPair();
  pair.service.on(follow, events(meta, delta('Old'), reset(2), delta('New', '', 2), done));
  const reading = collect(pair.client.jobs.follow(jobUuid, { externalUserId: user }));
  await assert.rejects(reading, (error) => error instanceof AnswerRestartedError && error.attempt === 2);
  assert.deepEqual(
    pair.service.calls.map(({ method }) => method),
    ['GET'],
  );
});

test('a new attempt before any text needs no word to a reader of plain text', async () => {
  await using pair = await startPair();
  pair.service.on(follow, events(meta, reset(2), delta('New', '', 2), done));
  assert.deepEqual(await collect(pair.client.jobs.follow(jobUuid, { externalUserId: user })), ['New']);
});

/** The deltas behind the cursor that a follower sends. */
function eventsAfter(whole: readonly string[], { query }: Call): readonly string[] {
  const after = Number(query.get('after')?.split('.')[1] ?? 0);
  return whole.filter((part) => Number(/^id: 1\.(\d+)/.exec(part)?.[1] ?? 0) > after);
}
