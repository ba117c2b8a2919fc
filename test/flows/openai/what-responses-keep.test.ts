import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ResponseResource } from '#contract/openai/responses.ts';
import type { Break } from '#test/break.ts';
import { complete, refusedWith, said } from '#test/openai/completion.ts';
import { parseEvents } from '#test/reading/events.ts';
import { type Api, openApi } from '#test/world/api.ts';
import type { Partner } from '#test/world/partner.ts';

const uncounted = 'openai/mock:nousage';

describe('What a request for a response says is heeded, kept and shown', () => {
  let api: Api;
  let partner: Partner;
  before(async () => {
    api = await openApi();
    partner = await api.partner({ openai_default_user: 'user-1', model: uncounted });
  });
  after(() => api[Symbol.asyncDispose]());

  const respond = (body: object) =>
    partner.post('/../openai/v1/responses', { model: 'assistant', input: 'A question', ...body });
  const responded = async (body: object): Promise<ResponseResource> => {
    const { status, text } = await respond(body);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  const retrieved = async (id: string, query = ''): Promise<string> =>
    (await partner.get(`/../openai/v1/responses/${id}${query}`)).text;
  const inBackground = async (body: object): Promise<ResponseResource> => {
    const { id } = await responded({ ...body, background: true });
    await partner.finalJob(id.replace('resp_', ''));
    return JSON.parse(await retrieved(id));
  };
  const lastCall = () => api.provider.calls.at(-1);
  const limit = () => lastCall()?.body['max_completion_tokens'];

  /** The response in the last event of a stream. */
  function lastOf(text: string): ResponseResource {
    const { data } = parseEvents(text.replace(/data: \[DONE\]\n\n$/, '')).at(-1) ?? {};
    return JSON.parse(JSON.stringify(data?.['response']));
  }

  test('the most tokens of an answer reach the provider, by each name and in the background', async () => {
    await complete(partner);
    assert.equal(limit(), undefined);
    await complete(partner, { max_tokens: 7, max_completion_tokens: null });
    assert.equal(limit(), 7);
    await complete(partner, { max_tokens: 7, max_completion_tokens: 8 });
    assert.equal(limit(), 8);
    assert.equal((await responded({ max_output_tokens: 9, max_tokens: 7 })).max_output_tokens, 9);
    assert.equal(limit(), 9);
    assert.equal((await inBackground({ max_output_tokens: 10 })).max_output_tokens, 10);
    assert.equal(limit(), 10);
    for (const max_tokens of [0, -1, 1.5, 2 ** 31, 'x']) {
      const refused = refusedWith(await complete(partner, { max_tokens }));
      assert.deepEqual(refused, [400, 'validation_error', 'max_tokens']);
    }
  });

  test('instructions reach the model in the background, too', async () => {
    const instructions = 'Be brief, \u{1f600}.';
    const done = await inBackground({
      instructions,
      input: [said('system', 'Rhyme.'), said('user', 'A question')],
    });
    assert.match(lastCall()?.messages[0]?.content ?? '', /\n\nBe brief, \u{1f600}\.\n\nRhyme\.$/u);
    assert.equal(done.instructions, `${instructions}\n\nRhyme.`);
  });

  test('what was asked is shown in the answer, in the events and later', async () => {
    const first = await responded({});
    assert.deepEqual(
      [first.instructions, first.previous_response_id, first.max_output_tokens],
      [null, null, null],
    );
    const metadata = {
      order: 'A\0 \ud83d 12',
      ai_generated: 'false',
      deep_dive: 'false',
      long: 'x'.repeat(513),
      nested: {},
    };
    const body = { instructions: 'Be brief.', previous_response_id: first.id, metadata };
    const whole = await responded(body);
    const streamed = (await respond({ ...body, stream: true })).text;
    const later = lastOf(await retrieved(whole.id, '?stream=true'));
    const cancelled = await partner.post(`/../openai/v1/responses/${whole.id}/cancel`, undefined);
    for (const response of [
      whole,
      lastOf(streamed),
      JSON.parse(await retrieved(whole.id)),
      later,
      JSON.parse(cancelled.text),
      await inBackground(body),
    ]) {
      assert.partialDeepStrictEqual(response, {
        instructions: 'Be brief.',
        previous_response_id: first.id,
        conversation: first.conversation,
      });
      const conversation_uuid = first.conversation.id.replace('conv_', '');
      assert.deepEqual(response.metadata, {
        order: 'A\0 \ud83d 12',
        deep_dive: 'false',
        conversation_uuid,
        ai_generated: 'true',
      });
    }
  });

  test('tokens that the provider does not count are estimated, at once and later', async () => {
    const asked = { instructions: 'Be brief.', input: 'A question' };
    const { usage, id } = await responded(asked);
    assert.ok(usage !== null && usage.input_tokens > 4 && usage.output_tokens > 4, JSON.stringify(usage));
    assert.equal(usage.total_tokens, usage.input_tokens + usage.output_tokens);
    const streamed = lastOf((await respond({ ...asked, stream: true })).text);
    const later: ResponseResource = JSON.parse(await retrieved(id));
    for (const response of [streamed, later, await inBackground(asked)]) {
      assert.deepEqual(response.usage, usage);
    }
  });

  test('it goes with its conversation, and only its turn writes any', async () => {
    const kept = () => api.database.query(`select turn_id from response_requests`);
    const before = (await kept()).length;
    await complete(partner);
    await partner.send();
    assert.equal((await kept()).length, before);
    const { conversation, id } = await responded({ instructions: 'Be brief.' });
    assert.equal((await kept()).length, before + 1);
    const uuid = conversation.id.replace('conv_', '');
    await partner.request('DELETE', `/conversations/${uuid}?external_user_id=user-1`);
    assert.equal((await kept()).length, before);
    assert.equal(JSON.parse(await retrieved(id)).instructions ?? null, null);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The most tokens of an answer reach the provider',
    file: 'src/core/turn/run-turn.ts',
    replace: 'maxTokens: turn.maxTokens ?? undefined,',
    by: 'maxTokens: undefined,',
  },
  {
    rule: 'The most tokens of an answer reach the provider from the background',
    file: 'database/functions/7-claim.sql',
    replace: "'max_tokens', max_tokens)",
    by: "'max_tokens', null)",
  },
  {
    rule: 'The newest name of the most tokens wins',
    file: 'src/core/openai/checked-request.ts',
    replace: 'body.max_completion_tokens ?? body.max_tokens ?? null',
    by: 'body.max_tokens ?? body.max_completion_tokens ?? null',
  },
  {
    rule: 'Instructions reach the model from the background',
    file: 'database/functions/7-claim.sql',
    replace: "jsonb_build_object('instructions', instructions,",
    by: "jsonb_build_object('instructions', '',",
  },
  {
    rule: 'A response shows what its request said',
    file: 'src/core/openai/present-response.ts',
    replace: 'instructions: asked?.instructions || null,',
    by: 'instructions: null,',
  },
  {
    rule: 'A response shows the response that it continues',
    file: 'src/http/openai/responses.ts',
    replace: 'previousTurnId: record.id }',
    by: 'previousTurnId: undefined }',
  },
  {
    rule: 'A response shows the metadata of its request',
    file: 'src/core/openai/present-response.ts',
    replace: 'metadata: { ...asked?.metadata, ...answer',
    by: 'metadata: { ...answer',
  },
  {
    rule: 'A response shows no metadata that are longer than those of OpenAI’s API',
    file: 'src/core/openai/read-response.ts',
    replace: 'member[1].length <= textCharacters,',
    by: 'member[1].length <= 10 * textCharacters,',
  },
  {
    rule: 'The tokens of a response are estimated where the provider did not count them',
    file: 'src/core/openai/present-response.ts',
    replace: 'if (!isCounted && (asked === null || !isWhole)) return null;',
    by: 'if (!isCounted) return null;',
  },
  {
    rule: 'Only a request for a response stores what it said',
    file: 'src/core/turn/chat-request.ts',
    replace: 'response: null,',
    by: "response: { instructions: '', maxTokens: null, previousTurnId: null, metadata: {}, askedBytes: 0 },",
  },
];
