import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { mockText } from '#test/mock/mock-provider.ts';
import { complete, completionBody, eventsIn, refusedWith, said } from '#test/openai/completion.ts';
import type { Api } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';
import { shareApi } from '#test/world/shared-service.ts';
import { OpenAI } from '#vendors/openai.ts';

/** What tools send and expect that were written for OpenAI's API alone. */
describe('Habits of tools below /openai/v1', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await shareApi();
    partner = await api.partner({ openai_default_user: 'user-1' });
  });

  const messageOf = ({ text }: { readonly text: string }): string => JSON.parse(text).error.message;

  test('an empty user is an absent one', async () => {
    for (const named of [
      { user: '' },
      { safety_identifier: '', user: '' },
      { user: '', safety_identifier: 'user-1' },
    ]) {
      const answer = await complete(partner, { ...completionBody(), ...named });
      assert.equal(answer.status, 200, answer.text);
      const job = answer.headers.get('x-job-id');
      assert.equal((await partner.get(`/jobs/${job}?external_user_id=user-1`)).status, 200);
      assert.equal((await partner.get(`/../openai/v1/responses/resp_${job}?user=`)).status, 200);
    }
  });

  test('a limit of requests per minute asks to wait for less than a minute', async () => {
    const hurried = await api.partner({ burst_per_minute: 1 });
    await complete(hurried);
    const refused = await complete(hurried);
    assert.deepEqual(refusedWith(refused), [429, 'rate_limited', null]);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 50 && seconds < 60, String(seconds));
    assert.equal(refused.headers.get('x-should-retry'), undefined);
  });

  test('a quota that is used up has its own type, and is asked for once', async () => {
    const full = await api.partner({ daily_limit: 0 });
    const refused = await complete(full);
    assert.partialDeepStrictEqual(JSON.parse(refused.text).error, {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    });
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  });

  test('every refusal that no repetition can change says so', async () => {
    const at = (path: string, key = partner.key) =>
      partner.post(`/../openai/v1${path}`, completionBody(), { headers: { authorization: `Bearer ${key}` } });
    const refusals = [
      await at('/embeddings'),
      await at('/models'),
      await at('/chat/completions', 'x'),
      await complete(partner, { n: 2 }),
      await complete(partner, { model: 'unknown' }),
      await partner.post('/../openai/v1/chat/completions', '{'),
    ];
    assert.deepEqual(
      refusals.map(({ status, headers }) => [status, headers.get('x-should-retry')]),
      [404, 405, 401, 400, 404, 400].map((status) => [status, 'false']),
    );
  });

  test('answers and chunks have a system_fingerprint', async () => {
    assert.equal(JSON.parse((await complete(partner)).text).system_fingerprint, null);
    const [first = '{}'] = eventsIn(await complete(partner, { stream: true }));
    assert.equal(JSON.parse(first).system_fingerprint, null);
  });

  test('a lone system message is the question, whatever the setting', async () => {
    for (const openai_system of ['append', 'ignore', 'refuse'] as const) {
      const own = await api.partner({ openai_system });
      for (const role of ['system', 'developer']) {
        const answer = await complete(own, { messages: [said(role, 'Name a river.')] });
        assert.equal(answer.status, 200, answer.text);
        const [instructions, ...rest] = api.provider.calls.at(-1)?.messages ?? [];
        assert.deepEqual(rest, [{ role: 'user', content: 'Name a river.' }]);
        assert.doesNotMatch(instructions?.content ?? '', /Name a river/);
      }
    }
  });

  test('a stop that is empty asks for nothing', async () => {
    const answer = await complete(partner, { stop: [] });
    assert.equal(JSON.parse(answer.text).choices[0].message.content, mockText(5));
  });

  test('a refusal says what is not offered, and what to do instead', async () => {
    const nobody = await api.partner();
    const tools = [{ type: 'function', function: { name: 'f' } }];
    assert.equal(
      messageOf(await complete(partner, { tools })),
      'tools: is not offered here: send [], or leave it out',
    );
    assert.equal(
      messageOf(await complete(partner, { audio: {} })),
      'audio: is not offered here: leave it out',
    );
    assert.match(
      messageOf(await complete(nobody, { user: '' })),
      /the operator can set .*openai_default_user/,
    );
    const unknown = 'There is no model gpt-4o for this key: GET /models lists those that there are.';
    for (const refused of [
      await complete(partner, { model: 'gpt-4o' }),
      await partner.post('/../openai/v1/responses', { model: 'gpt-4o', input: 'x' }),
      await partner.get('/../openai/v1/models/gpt-4o'),
    ]) {
      assert.deepEqual(refusedWith(refused), [404, 'model_not_found', null]);
      assert.equal(messageOf(refused), unknown);
    }
    assert.equal(
      messageOf(await partner.post('/../openai/v1/embeddings', completionBody())),
      '/embeddings is not offered here. Below /openai/v1 there are /chat/completions, /responses and /models.',
    );
  });

  test('a client with another base address learns the right one', async () => {
    for (const base of ['/v1', '', '/openai']) {
      const client = new OpenAI({ baseURL: `${api.urlOf().replace('/v1', base)}`, apiKey: partner.key });
      const asked = client.chat.completions.create({
        model: 'assistant',
        messages: [{ role: 'user', content: 'x' }],
      });
      await assert.rejects(asked, { status: 404, message: /The base address .* ends in \/openai\/v1\.$/ });
    }
    const { status, text } = await partner.post('/../stream', {});
    const { code, detail } = JSON.parse(text);
    assert.deepEqual([status, code], [404, 'not_found']);
    assert.match(detail, /ask at \/v1\/stream\.$/);
    const strangers = [await partner.get('/../no-such-thing'), await partner.get('/no-such-thing')];
    for (const stranger of strangers) {
      assert.equal(JSON.parse(stranger.text).detail, 'There is nothing at this address.');
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An empty user below /openai/v1 is an absent one',
    file: 'src/core/openai/named-owner.ts',
    replace: " && value !== '');",
    by: ');',
  },
  {
    rule: 'A refusal that can be repeated asks for less than a minute',
    file: 'src/http/server/openai-refusal.ts',
    replace: 'Math.min(seconds, 59)',
    by: 'seconds',
  },
  {
    rule: 'A used-up quota has a type of its own',
    file: 'src/contract/openai/errors.ts',
    replace: `  if (code === 'insufficient_quota') return code;
`,
    by: '',
  },
  {
    rule: 'A completion has a system_fingerprint',
    file: 'src/core/openai/present-completion.ts',
    replace: `    system_fingerprint: null,
`,
    by: '',
  },
  {
    rule: 'A lone system message is the question',
    file: 'src/core/openai/read-messages.ts',
    replace: 'messages.length > 1 && systemRoles',
    by: 'messages.length > 0 && systemRoles',
  },
  {
    rule: 'A stop that is empty asks for nothing',
    file: 'src/contract/openai/parameters.ts',
    replace: `  stop: [[]],
`,
    by: '',
  },
  {
    rule: 'A refused parameter is called not offered',
    file: 'src/core/openai/honoured-members.ts',
    replace: 'is not offered here: ',
    by: 'must be another one: ',
  },
  {
    rule: 'The refusal of a request without a user says what the operator can set',
    file: 'src/http/server/openai-refusal.ts',
    replace: 'the operator can set openai_user_header or openai_default_user',
    by: 'send one',
  },
  {
    rule: 'An unknown model is named',
    file: 'src/http/openai/models.ts',
    replace: 'throw isUnknown ? openAiErrors.modelNotFound(model) : error;',
    by: "throw isUnknown ? openAiErrors.modelNotFound('x') : error;",
  },
  {
    rule: 'A path that is not offered below /openai/v1 is named, with those that are',
    file: 'src/http/server/openai-refusal.ts',
    replace: "if (code === 'not_found') return",
    by: "if (code === 'bad_request') return",
  },
  {
    rule: 'A client of OpenAI’s API with another base address is answered with the right one',
    file: 'src/http/pages/not-found.ts',
    replace: 'if (isOpenAiPath(path) || !isRoute(openAiPath, rest)) return',
    by: 'if (isOpenAiPath(path) || rest !== path) return',
  },
  {
    rule: 'Clients of OpenAI’s API can show why a path is not there',
    file: 'src/core/openai/openai-errors.ts',
    replace: "return new ParleyError('not_found', detail, { extra: { error } });",
    by: "return new ParleyError('not_found', detail, { extra: error.param ?? {} });",
  },
  {
    rule: 'The refusal of a path of the API without /v1 says where it is',
    file: 'src/http/pages/not-found.ts',
    replace: "if (!asked.startsWith('/v1/') && isRoute('/v1', asked)) {",
    by: "if (asked === '/v1/') {",
  },
];
