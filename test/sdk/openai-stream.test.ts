import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Break } from '#test/break.ts';
import { createOpenAICompatible, streamText } from '#vendors/ai-sdk.ts';
import { ChatCompletionStream, type OpenAI, Stream } from '#vendors/openai.ts';
import { NotFoundError, type OpenAIChunk, toOpenAIStream } from '../../src/sdk/index.ts';
import { collect, type Pair, startPair } from './client.ts';
import {
  delta,
  done,
  event,
  events,
  eventsThenWait,
  job,
  jobUuid,
  json,
  meta,
  refusal,
  user,
} from './wire-answers.ts';

const ask = { prompt: 'Hello', externalUserId: user };
const cancel = `POST /v1/jobs/${jobUuid}/cancel`;
const whole = events(meta, delta('Hel'), delta('lo', 'Hel'), done);

/** The answer to one prompt, as the script of the service has it. */
async function startAnswer(script = whole): Promise<Pair & { readonly stream: () => ReturnType<typeof of> }> {
  const pair = await startPair();
  pair.service.on('POST /v1/stream', script).on(cancel, json(job('cancelled')));
  return { ...pair, stream: () => of(pair) };
}

function of({ client }: Pair) {
  return toOpenAIStream(client.stream(ask), { model: 'assistant' });
}

test('the chunks have the role once, the text, and a reason to end', async () => {
  await using pair = await startAnswer();
  const chunks: readonly (OpenAIChunk & OpenAI.ChatCompletionChunk)[] = await collect(pair.stream());
  assert.deepEqual(
    chunks.map(({ choices: [choice] }) => [choice?.delta, choice?.finish_reason]),
    [
      [{ role: 'assistant', content: '' }, null],
      [{ content: 'Hel' }, null],
      [{ content: 'lo' }, null],
      [{}, 'stop'],
    ],
  );
  const [{ id, object, model, created } = assert.fail('no chunk')] = chunks;
  assert.deepEqual([id, object, model], [`chatcmpl-${jobUuid}`, 'chat.completion.chunk', 'assistant']);
  assert.ok(Math.abs(created - Date.now() / 1000) < 60);
});

test("OpenAI's own client reads the response, and the lines", async () => {
  await using pair = await startAnswer();
  const response = await pair.stream().toResponse();
  const read = await collect(
    Stream.fromSSEResponse<OpenAI.ChatCompletionChunk>(Object(response), new AbortController()),
  );
  assert.equal(read.map(({ choices: [choice] }) => choice?.delta.content ?? '').join(''), 'Hello');
  const lines = ChatCompletionStream.fromReadableStream(Object(pair.stream().toReadableStream()));
  const { choices } = await lines.finalChatCompletion();
  assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], ['Hello', 'stop']);
});

test('the AI SDK reads the response', async () => {
  await using pair = await startAnswer();
  const provider = createOpenAICompatible({
    name: 'parley',
    baseURL: 'http://parley.invalid/v1',
    fetch: () => pair.stream().toResponse(),
  });
  const { text, finishReason } = streamText({ model: provider('assistant'), prompt: 'Hello' });
  assert.deepEqual([await text, await finishReason], ['Hello', 'stop']);
});

test('the response ends with [DONE] where the answer is whole', async () => {
  await using pair = await startAnswer();
  const response = await pair.stream().toResponse();
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.match(await response.text(), /"finish_reason":"stop"\}\]\}\n\ndata: \[DONE\]\n\n$/);
});

test('a failure is an event with an error that the client of OpenAI throws, without [DONE]', async () => {
  const error = { code: 'provider_error', title: 'T', detail: 'The provider failed.', retryable: true };
  await using pair = await startAnswer(events(meta, delta('Hel'), event('error', error)));
  const response = await pair.stream().toResponse();
  const text = await response.clone().text();
  assert.match(text, /data: \{"error":\{"message":"The provider failed\.".*"code":"provider_error"\}\}\n\n$/);
  const read = Stream.fromSSEResponse(Object(response), new AbortController());
  await assert.rejects(collect(read), /The provider failed/);
});

test('a refusal keeps its status and its error: there is no response yet', async () => {
  await using pair = await startAnswer(refusal('conversation_not_found'));
  await assert.rejects(pair.stream().toResponse(), NotFoundError);
});

test('a reader that goes away cancels the answer at once, whatever it waits for', async () => {
  await using pair = await startAnswer(eventsThenWait(meta, delta('Hel')));
  const { body } = await pair.stream().toResponse();
  const reader = body?.getReader();
  // The role and the text; in the next turn of the loop the part behind them is awaited.
  await reader?.read();
  await reader?.read();
  await setImmediate();
  await reader?.cancel();
  assert.equal(pair.service.callsOf(cancel).length, 1);
});

test('a reader of a job that goes away leaves the job alone', async () => {
  await using pair = await startAnswer();
  pair.service.on(`GET /v1/jobs/${jobUuid}/stream`, eventsThenWait(meta, delta('Hel')));
  const followed = pair.client.jobs.follow(jobUuid, { externalUserId: user });
  const { body } = await toOpenAIStream(followed).toResponse();
  await body?.cancel();
  assert.equal(pair.service.callsOf(cancel).length, 0);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A reader of a stream in the form of OpenAI that goes away cancels the answer at once',
    file: 'src/sdk/answer/openai-stream.ts',
    replace: 'await this.#answer.leave().catch(ignore);',
    by: '',
  },
  {
    rule: 'A stream in the form of OpenAI ends with [DONE] only where the answer is whole',
    file: 'src/sdk/answer/openai-stream.ts',
    replace: "if (isWhole) yield 'data: [DONE]",
    by: "yield 'data: [DONE]",
  },
  {
    rule: 'Leaving a job does not cancel it, whatever form it is read in',
    file: 'src/sdk/answer/answer-stream.ts',
    replace: 'if (this.#cancelWhenLeft) await this.cancel();',
    by: 'if (this.#isRead) await this.cancel();',
  },
];
