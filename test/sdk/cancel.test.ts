import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { AbortError, AnswerFailedError, ServerError } from '../../src/sdk/index.ts';
import { collect, startPair } from './client.ts';
import type { Call } from './scripted-service.ts';
import {
  delta,
  done,
  event,
  events,
  eventsThenWait,
  hangUp,
  job,
  jobUuid,
  json,
  meta,
  refusal,
  user,
} from './wire-answers.ts';

const ask = { prompt: 'Hello', externalUserId: user };
const cancel = `POST /v1/jobs/${jobUuid}/cancel`;
const cancelled = json(job('cancelled'));

test('leaving the loop cancels the answer and ends the connection', async () => {
  await using pair = await startPair();
  const closed = Promise.withResolvers<void>();
  pair.service
    .on('POST /v1/stream', (call) => {
      call.response.on('close', closed.resolve);
      eventsThenWait(meta, delta('Hel'))(call);
    })
    .on(cancel, cancelled);
  const answer = pair.client.stream(ask);
  for await (const text of answer) {
    assert.equal(text, 'Hel');
    break;
  }
  assert.equal(pair.service.callsOf(cancel)[0]?.query.get('external_user_id'), user);
  await closed.promise;
  const { text, finishReason } = await answer.result();
  assert.deepEqual([text, finishReason], ['Hel', 'cancelled']);
});

test('an error inside the loop cancels the answer and goes on its way', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenWait(meta, delta('Hel'))).on(cancel, cancelled);
  const reading = (async () => {
    for await (const _ of pair.client.stream(ask)) throw new RangeError('mine');
  })();
  await assert.rejects(reading, RangeError);
  assert.equal(pair.service.callsOf(cancel).length, 1);
});

test('leaving the loop does not fail when the cancel does', async () => {
  await using pair = await startPair();
  pair.service
    .on('POST /v1/stream', eventsThenWait(meta, delta('Hel')))
    .on(cancel, refusal('internal_error'));
  for await (const _ of pair.client.stream(ask)) break;
  assert.equal(pair.service.callsOf(cancel).length, 1);
});

test('an answer that was read to its end is not cancelled', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', events(meta, delta('Hi'), done));
  const answer = pair.client.stream(ask);
  await collect(answer);
  await answer.cancel();
  assert.deepEqual(pair.service.callsOf(cancel), []);
});

test('cancel() ends the readers without an error', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenWait(meta, delta('Hel'))).on(cancel, cancelled);
  const answer = pair.client.stream(ask);
  const read: string[] = [];
  for await (const text of answer) {
    read.push(text);
    await answer.cancel();
  }
  assert.deepEqual(read, ['Hel']);
  assert.equal(await answer.text(), 'Hel');
  assert.equal(pair.service.callsOf(cancel).length, 1);
});

test('cancel() says when it did not succeed', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenWait(meta)).on(cancel, refusal('internal_error'));
  await assert.rejects(pair.client.stream(ask).cancel(), ServerError);
});

test('an answer that another caller has cancelled is a failure with that code', async () => {
  await using pair = await startPair();
  const said = event('error', {
    code: 'cancelled',
    title: 'Cancelled',
    detail: 'Stopped.',
    retryable: false,
  });
  pair.service.on('POST /v1/stream', events(meta, delta('Hel'), said));
  const isCancelled = (error: unknown) => error instanceof AnswerFailedError && error.code === 'cancelled';
  await assert.rejects(pair.client.stream(ask).text(), isCancelled);
});

test('aborting the signal throws AbortError with the reason and cancels the answer', async () => {
  await using pair = await startPair();
  pair.service.on('POST /v1/stream', eventsThenWait(meta, delta('Hel'))).on(cancel, cancelled);
  const controller = new AbortController();
  const cancelCall = pair.service.nextCall(cancel);
  const reading = (async () => {
    for await (const _ of pair.client.stream(ask, { signal: controller.signal })) controller.abort('enough');
  })();
  await assert.rejects(reading, (error) => {
    assert.ok(error instanceof AbortError);
    assert.deepEqual([error.name, error.cause], ['AbortError', 'enough']);
    return true;
  });
  await cancelCall;
});

test('a signal that is aborted already sends nothing', async () => {
  await using pair = await startPair();
  await assert.rejects(pair.client.stream(ask, { signal: AbortSignal.abort() }).text(), AbortError);
  assert.deepEqual(pair.service.calls, []);
});

test('a prompt that was aborted on its way is cancelled once the service has named it', async () => {
  await using pair = await startPair();
  const arrived = Promise.withResolvers<Call>();
  pair.service.on('POST /v1/stream', arrived.resolve).on(cancel, cancelled);
  const controller = new AbortController();
  const cancelCall = pair.service.nextCall(cancel);
  const reading = pair.client.stream(ask, { signal: controller.signal }).text();
  const call = await arrived.promise;
  controller.abort();
  await assert.rejects(reading, AbortError);
  const closed = once(call.response, 'close');
  eventsThenWait(meta, delta('Hel'))(call);
  await Promise.all([cancelCall, closed]);
});

test('a prompt that was aborted is not sent again', async () => {
  await using pair = await startPair();
  const controller = new AbortController();
  pair.service.on('POST /v1/stream', (call) => {
    controller.abort();
    hangUp(call);
  });
  const answer = pair.client.stream(ask, { signal: controller.signal });
  await assert.rejects(answer.text(), AbortError);
  await answer.cancel();
  assert.equal(pair.service.calls.length, 1);
});

test('leaving an answer that is only followed lets it continue', async () => {
  await using pair = await startPair();
  const closed = Promise.withResolvers<void>();
  pair.service.on(`GET /v1/jobs/${jobUuid}/stream`, (call) => {
    call.response.on('close', closed.resolve);
    eventsThenWait(meta, delta('Hel'))(call);
  });
  const answer = pair.client.jobs.follow(jobUuid, { externalUserId: user });
  for await (const _ of answer) break;
  await closed.promise;
  await assert.rejects(answer.text(), AbortError);
  assert.deepEqual(pair.service.callsOf(cancel), []);
});

test('aborting the signal of a follower lets the answer continue', async () => {
  await using pair = await startPair();
  const closed = Promise.withResolvers<void>();
  pair.service.on(`GET /v1/jobs/${jobUuid}/stream`, (call) => {
    call.response.on('close', closed.resolve);
    eventsThenWait(meta, delta('Hel'))(call);
  });
  const controller = new AbortController();
  const answer = pair.client.jobs.follow(jobUuid, { externalUserId: user, signal: controller.signal });
  await answer.jobUuid;
  controller.abort();
  await assert.rejects(answer.text(), AbortError);
  await closed.promise;
  assert.deepEqual(pair.service.callsOf(cancel), []);
});
