import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Random } from '#test/batches/random.ts';
import type { Break } from '#test/break.ts';
import { factsIn, readPrompt } from '#test/reading/told-context.ts';
import { openToldWorld, type ToldWorld, withContext } from '#test/world/told-world.ts';

describe('What a question came with', () => {
  let world: ToldWorld;
  before(async () => {
    world = await openToldWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('belongs to its turn: no later turn and no other answer repeats it', async () => {
    const secret = { plan: 'only-once' };
    const first = await world.partner.send(withContext({ facts: secret, page: { title: 'only-once' } }));
    const conversation_uuid = first.headers.get('x-conversation-id');
    const known = world.calls.length;
    const more = { conversation_uuid, context: { external_user_id: 'user-1' } };
    const question = await questionIn(conversation_uuid ?? '');
    await world.partner.send({ ...more, prompt: 'And then?' });
    await world.partner.send({ ...more, prompt: undefined, options: { regenerate: true } });
    await world.partner.send({ ...more, prompt: undefined, options: { think_harder_retry: true } });
    await world.partner.send({ ...more, prompt: 'Another', options: { replaces: question } });
    const later = world.calls.slice(known);
    assert.equal(later.length, 4);
    for (const call of later) assert.doesNotMatch(JSON.stringify(call.body), /only-once|<facts|<page/);
    await world.partner.send({
      ...more,
      context: { ...more.context, facts: { plan: 'new' } },
      prompt: undefined,
      options: { regenerate: true },
    });
    assert.deepEqual(factsIn(readPrompt(world.lastCall()).before), { plan: 'new' });
  });

  async function questionIn(conversation: string): Promise<string> {
    const { text } = await world.partner.get(`/conversations/${conversation}?external_user_id=user-1`);
    const { messages }: { messages: { message_uuid: string }[] } = JSON.parse(text);
    return messages[0]?.message_uuid ?? '';
  }

  test('is in no answer: not in the conversation, the job, the response or the list of turns', async () => {
    const secret = { facts: { plan: 'a-secret-fact' }, page: { title: 'a-secret-page' } };
    const sent = await world.partner.send(withContext(secret));
    const conversation = sent.headers.get('x-conversation-id');
    const job = sent.headers.get('x-job-id');
    const responded = await world.partner.post('/../openai/v1/responses', {
      model: 'seller',
      user: 'user-1',
      input: 'A question',
      metadata: { facts: JSON.stringify(secret.facts), order: '7' },
    });
    const { id, metadata } = JSON.parse(responded.text);
    assert.deepEqual([metadata.order, metadata.facts], ['7', undefined]);
    const user = 'external_user_id=user-1';
    const seen = [
      sent.text,
      responded.text,
      ...world.hosted.api.services.flatMap((each) => [each.stdout(), each.stderr()]),
    ];
    for (const path of [
      `/conversations/${conversation}?include=set_aside&${user}`,
      `/conversations?${user}`,
      `/jobs/${job}?${user}`,
      `/jobs/${job}/output?${user}`,
      `/jobs/${job}/stream?${user}`,
      `/ended-turns?${user}`,
      `/../openai/v1/responses/${id}?user=user-1`,
    ]) {
      const { status, text } = await world.partner.get(path);
      assert.equal(status, 200, `${path}: ${text}`);
      seen.push(text);
    }
    for (const text of seen) assert.doesNotMatch(text, /a-secret/);
    const stored = await world.hosted.api.database.query<{ found: boolean }>(
      `select exists (select from audit_log where concat(before, after) ~ 'a-secret')
         or exists (select from response_requests where metadata::text ~ 'a-secret')
         or exists (select from events where data::text ~ 'a-secret') as found`,
    );
    assert.deepEqual(stored, [{ found: false }]);
  });

  test('of one turn never reaches another, whatever comes together', async () => {
    const random = new Random(21);
    const users = ['anna', 'bert', 'carl'];
    const conversations = new Map<string, string>();
    const sent = new Map<string, string | null>();
    const known = world.calls.length;
    for (let round = 0; round < 12; round++) {
      await Promise.all(
        users.map(async (user, nth) => {
          const prompt = `Question ${round} of ${user}`;
          const mark = random.below(10) < 6 ? `mark-${round}-${user}.` : null;
          sent.set(prompt, mark);
          const own =
            mark === null ? {} : { facts: { plan: mark.slice(0, -1), note: mark }, page: { title: mark } };
          const body = {
            prompt,
            conversation_uuid: random.below(10) < 7 ? conversations.get(user) : undefined,
            context: { external_user_id: user, ...own },
            options: random.below(10) < 3 ? { detailed_response: true } : {},
          };
          const options = { process: (round + nth) % 2 };
          if (random.below(10) < 5) {
            const { headers, status, text } = await world.partner.send(body, options);
            assert.equal(status, 200, text);
            conversations.set(user, headers.get('x-conversation-id') ?? '');
          } else {
            const { text } = await world.partner.post('/jobs', body, options);
            const { job_uuid: job, conversation_uuid: conversation } = JSON.parse(text);
            assert.equal((await world.partner.finalJob(job, user)).status, 'completed');
            conversations.set(user, conversation);
          }
        }),
      );
    }
    const seen = world.calls.slice(known);
    assert.equal(seen.length, sent.size);
    for (const call of seen) {
      const { question } = readPrompt(call);
      const mark = sent.get(question);
      assert.ok(mark !== undefined, question);
      const marks = new Set(JSON.stringify(call.body).match(/mark-\d+-[a-z]+/g));
      assert.deepEqual([...marks], mark === null ? [] : [mark.slice(0, -1)], question);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Facts are not repeated by the response that they were sent for',
    file: 'src/core/openai/read-response.ts',
    replace: "member[0] !== 'facts' &&",
    by: "member[0] !== '' &&",
  },
];
