import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type FailureReason, refusalReasons } from '#contract/errors.ts';
import type { Job } from '#contract/jobs.ts';
import type { Break } from '#test/break.ts';
import { type VendorRefusal, vendorRefusals } from '#test/mock/vendor-refusals.ts';
import { problemOf } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { OpenAI } from '#vendors/openai.ts';

/** Each model is refused as its name says; the model of Gemini stands in the path. */
async function startRefusing(): Promise<{ server: Server; port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const found = vendorRefusals.find(({ name }) => `${request.url} ${body}`.includes(name));
    if (found !== undefined && request.method === 'POST') asked.push(found.name);
    response.writeHead(found?.status ?? 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found?.body ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0, asked };
}

const isRefusal = (reason: FailureReason) => refusalReasons.some((known) => known === reason);
const codeOf = ({ reason }: VendorRefusal) => (isRefusal(reason) ? 'provider_refused' : 'provider_error');

describe('What a vendor refuses', () => {
  let api: Api;
  let server: Server;
  let asked: string[];

  before(async () => {
    const refusing = await startRefusing();
    ({ server, asked } = refusing);
    const base_url = `http://127.0.0.1:${refusing.port}`;
    const providers = ['openai', 'anthropic', 'gemini'].map((wire) => ({
      id: `${wire}-refuses`,
      wire,
      base_url,
    }));
    api = await openApi({ config: { providers } });
  });
  after(async () => {
    await api[Symbol.asyncDispose]();
    server.close();
    server.closeAllConnections();
  });

  for (const refusal of vendorRefusals) {
    const { name, wire, reason } = refusal;
    const code = codeOf(refusal);
    test(`${name} is ${code} for good, asked for once and not charged`, async () => {
      const partner = await api.partner({ model: `${wire}-refuses/${name}`, daily_limit: 5 });
      asked.length = 0;
      const answer = await partner.send();
      const problem = problemOf(answer, code, { retryable: false });
      assert.equal(problem.status, isRefusal(reason) ? 422 : 502);
      assert.equal(problem['reason'], isRefusal(reason) ? reason : undefined);
      assert.deepEqual(asked, [name]);
      assert.equal((await partner.usage()).requests.used, 0);
      const job = await partner.finalJob(answer.headers.get('x-job-id') ?? null);
      assert.partialDeepStrictEqual(job, { status: 'failed', error: { code, retryable: false } });
      assert.equal(job.error?.reason, problem['reason']);
      assert.equal(job.charged.refunded, true);
    });
  }

  test('a job, its output and its followers learn the reason', async () => {
    const partner = await api.partner({ model: 'anthropic-refuses/anthropic-filter' });
    const { job_uuid: id }: { job_uuid: string } = JSON.parse(
      (await partner.post('/jobs', { prompt: 'A question', context: { external_user_id: 'user-1' } })).text,
    );
    const expected: Partial<NonNullable<Job['error']>> = {
      code: 'provider_refused',
      reason: 'content_filter',
      retryable: false,
    };
    assert.partialDeepStrictEqual((await partner.finalJob(id)).error, expected);
    assert.partialDeepStrictEqual((await partner.output(id)).error, expected);
    const headers = { accept: 'text/event-stream' };
    const followed = await partner.get(`/jobs/${id}/stream?external_user_id=user-1`, { headers });
    assert.match(followed.text, /"code":"provider_refused".*"reason":"content_filter"/);
    const streamed = await partner.send({}, { headers });
    assert.match(streamed.text, /event: error\ndata: .*"code":"provider_refused".*"reason":"content_filter"/);
  });

  for (const [name, code] of [
    ['openai-length', 'context_length_exceeded'],
    ['azure-filter', 'content_filter'],
    ['openai-value', 'invalid_request'],
  ] as const) {
    test(`the official client repeats ${code} neither as a whole nor streamed`, async () => {
      const partner = await api.partner({ model: `openai-refuses/${name}`, openai_default_user: 'user-1' });
      const baseURL = `http://127.0.0.1:${api.portOf()}/openai/v1`;
      const client = new OpenAI({ apiKey: partner.key, baseURL });
      for (const stream of [false, true]) {
        asked.length = 0;
        const messages = [{ role: 'user' as const, content: 'A question' }];
        await assert.rejects(
          async () => {
            const answer = await client.chat.completions.create({ model: 'assistant', messages, stream });
            if (Symbol.asyncIterator in answer) for await (const _ of answer);
          },
          (error: unknown) => error instanceof OpenAI.APIError && error.code === code,
        );
        assert.deepEqual(asked, [name]);
      }
    });
  }

  test('the official client does not repeat a model that is not there', async () => {
    const partner = await api.partner({
      model: 'openai-refuses/openai-model',
      openai_default_user: 'user-1',
    });
    const client = new OpenAI({ apiKey: partner.key, baseURL: `http://127.0.0.1:${api.portOf()}/openai/v1` });
    asked.length = 0;
    await assert.rejects(
      client.chat.completions.create({
        model: 'assistant',
        messages: [{ role: 'user', content: 'A question' }],
      }),
      (error: unknown) => error instanceof OpenAI.APIError && error.status === 502,
    );
    assert.deepEqual(asked, ['openai-model']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What a provider refuses in a request is not its failure',
    file: 'src/core/turn/run-turn.ts',
    replace: "error.reason === null || error.reason === 'misconfigured'",
    by: "error.reason !== 'content_filter'",
  },
  {
    rule: 'The codes of vendors come before their words',
    file: 'src/wires/failure-reason.ts',
    replace: "if (typeof word === 'string' && Object.hasOwn(reasonOfCode, word))",
    by: "if (word === '' && Object.hasOwn(reasonOfCode, word))",
  },
  {
    rule: 'A vendor that has no code for a conversation that is too long is understood by its words',
    file: 'src/wires/failure-reason.ts',
    replace: 'reasonInWords(error) ??',
    by: '',
  },
  {
    rule: 'An error of a server that sends it without a wrapper is read',
    file: 'src/adapters/models/provider-failure.ts',
    replace: 'return document?.error ?? document;',
    by: 'return document?.error;',
  },
  {
    rule: 'A filtered prompt of Gemini is a refusal',
    file: 'src/wires/gemini.ts',
    replace: "const reason = 'content_filter';",
    by: 'const reason = null;',
  },
  {
    rule: 'A model or a key that is not there is not worth a repetition',
    file: 'src/http/streaming/turn-failure.ts',
    replace: 'return errors.providerError(ids, failureFacts(code, reason).retryable);',
    by: 'return errors.providerError(ids);',
  },
  {
    rule: 'The reason of a refusal is stored with the turn',
    file: 'database/functions/8-endings.sql',
    replace: "nullif(split_part(x.error_code, ' ', 2), '')",
    by: "nullif(split_part(x.error_code, ' ', 3), '')",
  },
  {
    rule: 'A refusal names its reason',
    file: 'src/core/errors.ts',
    replace: '{ headers: ids, reason, extra: { reason } }',
    by: '{ headers: ids, reason }',
  },
  {
    rule: 'Clients of OpenAI’s API read its own code of a refusal',
    file: 'src/http/server/openai-refusal.ts',
    replace: "openAiCodeOfTurn('provider_refused', error.reason)",
    by: 'openAiCodeOf(error.code)',
  },
  {
    rule: 'A refusal in a stream is an event with its reason',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'const { code, reason = null } = outcome;',
    by: 'const [code, reason] = [outcome.code, null];',
  },
];
