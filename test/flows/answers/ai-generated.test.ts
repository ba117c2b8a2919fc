import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Message } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { complete, said } from '#test/openai/completion.ts';
import { parseEvents } from '#test/reading/events.ts';
import type { Hosted, Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const asEvents = { headers: { accept: 'text/event-stream' } };
const context = { external_user_id: 'user-1' };

describe('What a model wrote is marked as that', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let partner: Partner;
  before(async () => {
    hosted = await shareHosted();
    tenant = await hosted.tenant({ scopes: ['chat', 'user-data'] });
    partner = new Partner(hosted.api, tenant.client, tenant.key);
  });

  /** The role of each message of a conversation, its text, and whether it is marked. */
  async function marksIn(uuid: string | undefined): Promise<unknown[]> {
    const { text } = await partner.get(`/conversations/${uuid}?external_user_id=user-1`);
    const { messages }: { messages: Message[] } = JSON.parse(text);
    return messages.map(({ role, content, ...more }) => [role, content, more.ai_generated]);
  }

  test('in a conversation while it is written and afterwards, and no question is', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    hosted.api.provider.enqueue({
      texts: ['One', ' two'],
      before: (place) => (place === 1 ? held : undefined),
    });
    const response = await partner.open({ prompt: 'Count' });
    const uuid = response.headers.get('x-conversation-id') ?? '';
    const [, growing] = await marksIn(uuid);
    assert.deepEqual(Array.isArray(growing) && [growing[0], growing[2]], ['assistant', true]);
    goOn();
    assert.equal(await response.text(), 'One two');
    assert.deepEqual(await marksIn(uuid), [
      ['user', 'Count', undefined],
      ['assistant', 'One two', true],
    ]);
  });

  test('in the event of its end and in the output of its job', async () => {
    const events = parseEvents((await partner.send({}, asEvents)).text);
    const job = events[0]?.data['job_uuid'];
    assert.equal(events.at(-1)?.data['ai_generated'], true);
    assert.equal((await partner.output(String(job))).ai_generated, true);
    const followed = await partner.get(`/jobs/${job}/stream?external_user_id=user-1`, asEvents);
    assert.equal(parseEvents(followed.text).at(-1)?.data['ai_generated'], true);
  });

  test('below /openai/v1 in the metadata, and what was sent from earlier is not', async () => {
    const messages = [said('user', 'Hello?'), said('assistant', 'I am Ada.'), said('user', 'Really?')];
    hosted.api.provider.enqueue({ texts: ['No.'] });
    const answer = await complete(partner, { messages, store: true });
    const { metadata } = JSON.parse(answer.text);
    assert.equal(metadata.ai_generated, 'true');
    assert.deepEqual(await marksIn(metadata.conversation_uuid), [
      ['user', 'Hello?', undefined],
      ['assistant', 'I am Ada.', undefined],
      ['user', 'Really?', undefined],
      ['assistant', 'No.', true],
    ]);
    const body = {
      model: 'assistant',
      input: 'A question',
      metadata: { ai_generated: 'false' },
      user: 'user-1',
    };
    const response = JSON.parse((await partner.post('/../openai/v1/responses', body)).text);
    assert.equal(response.metadata.ai_generated, 'true');
  });

  test('in exports of a person, by key and by the person', async () => {
    const { browser } = await tenant.visitor();
    await partner.send({ prompt: 'By key', context });
    await browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt: 'By hand' });
    const byKey = await partner.get('/user-data?external_user_id=user-1');
    const byHand = await browser.visit(tenant.url('/chat/export'));
    for (const { text } of [byKey, byHand]) {
      const lines = text.trim().split('\n');
      const told = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'message');
      assert.ok(told.length > 1);
      for (const { role, content, ai_generated } of told) {
        assert.equal(
          ai_generated,
          role === 'assistant' && content !== 'I am Ada.' ? true : undefined,
          content,
        );
      }
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A message that was imported is not marked as a model’s',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "m.role = 'assistant' and m.turn_id is not null as is_generated",
    by: "m.role = 'assistant' as is_generated",
  },
  {
    rule: 'An export marks what a model wrote, and nothing else',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: "n.role = 'assistant' and n.turn_id is not null as is_generated",
    by: 'n.turn_id is not null as is_generated',
  },
  {
    rule: 'An answer is marked while it is written',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: "'streaming', true, t.deep_dive",
    by: "'streaming', false, t.deep_dive",
  },
  {
    rule: 'The metadata of a request do not unmark its answer',
    file: 'src/core/openai/present-response.ts',
    replace: '{ ...asked?.metadata, ...answerMetadata(facts) }',
    by: '{ ...answerMetadata(facts), ...asked?.metadata }',
  },
];
