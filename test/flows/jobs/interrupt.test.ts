import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Conversation, ConversationList } from '#contract/resources.ts';
import type { Break } from '#test/break.ts';
import { bodyOf, type JobCaller } from '#test/world/job-caller.ts';
import { type JobWorld, openJobWorld } from '#test/world/job-world.ts';
import type { TestService } from '#test/world/process.ts';

const interrupt = { options: { if_busy: 'interrupt' } };

describe('a prompt that interrupts a conversation in which jobs wait', () => {
  let world: JobWorld;
  let service: TestService;

  before(async () => {
    world = await openJobWorld();
    service = await world.start({ slots: 4 });
  });
  after(() => world[Symbol.asyncDispose]());

  /** An answer that has not ended before it is interrupted, and two prompts behind it. */
  async function busyConversation(caller: JobCaller) {
    const calls = world.mock.received;
    world.mock.enqueue({ stallAfter: 1 });
    const running = await caller.enqueue({ prompt: 'Runs' });
    await world.mock.waitForCall(calls + 1);
    const conversation = { conversation_uuid: running.conversation_uuid };
    const first = await caller.enqueue({ prompt: 'Waits first', ...conversation });
    const second = await caller.enqueue({ prompt: 'Waits second', ...conversation });
    return { running, first, second, conversation };
  }

  it('cancels what runs and goes first; the jobs are answered after it, in their order', async () => {
    const caller = await world.caller(service);
    const { running, first, second, conversation } = await busyConversation(caller);
    const asked = world.mock.calls.length;
    const urgent = await caller.enqueue({ prompt: 'Interrupts', ...conversation, ...interrupt });
    const ids = [running, urgent, first, second].map((job) => job.job_uuid);
    const jobs = await Promise.all(ids.map((id) => caller.untilFinal(id)));
    assert.deepEqual(
      jobs.map((job) => job.status),
      ['cancelled', 'completed', 'completed', 'completed'],
    );
    assert.deepEqual(questionsSince(asked), [
      ['Runs', 'Interrupts'],
      ['Runs', 'Waits first'],
      ['Runs', 'Waits first', 'Waits second'],
    ]);
    assert.equal(await caller.used(), 4);
  });

  it('does so as a stream, too', async () => {
    const caller = await world.caller(service);
    const { first, second, conversation } = await busyConversation(caller);
    const asked = world.mock.calls.length;
    const answer = await caller.send('/stream', { prompt: 'Interrupts', ...conversation, ...interrupt });
    assert.equal(answer.status, 200);
    await answer.text();
    for (const { job_uuid } of [first, second]) {
      assert.equal((await caller.untilFinal(job_uuid)).status, 'completed');
    }
    assert.deepEqual(questionsSince(asked)[0], ['Runs', 'Interrupts']);
    const path = `/conversations/${conversation.conversation_uuid}?external_user_id=${caller.user}`;
    const { messages } = await bodyOf<{ messages: { role: string; content: string }[] }>(
      await caller.fetch(path),
    );
    assert.deepEqual(
      messages.filter(({ role }) => role === 'user').map(({ content }) => content),
      ['Runs', 'Waits first', 'Waits second', 'Interrupts'],
    );
  });

  it('cancels those after the question that it replaces, and refunds them', async () => {
    const caller = await world.caller(service);
    const { running, first, second, conversation } = await busyConversation(caller);
    const asked = world.mock.calls.length;
    const path = `/conversations/${conversation.conversation_uuid}?external_user_id=${caller.user}`;
    const { messages } = await bodyOf<Conversation>(await caller.fetch(path));
    const replaces = messages.find(({ content }) => content === 'Waits second')?.message_uuid;
    const replacing = { options: { replaces, if_busy: 'interrupt' } };
    const urgent = await caller.enqueue({ prompt: 'Replaces', ...conversation, ...replacing });
    const jobs = await Promise.all(
      [running, second, urgent, first].map((job) => caller.untilFinal(job.job_uuid)),
    );
    assert.deepEqual(
      jobs.map(({ status, charged }) => [status, charged.refunded]),
      [
        ['cancelled', false],
        ['cancelled', true],
        ['completed', false],
        ['completed', false],
      ],
    );
    assert.deepEqual(questionsSince(asked), [
      ['Runs', 'Replaces'],
      ['Runs', 'Waits first'],
    ]);
    assert.equal(await caller.used(), 3);
    const after = await bodyOf<Conversation>(await caller.fetch(path));
    assert.deepEqual(
      after.messages.filter(({ role }) => role === 'user').map(({ content }) => content),
      ['Runs', 'Waits first', 'Replaces'],
    );
    const list = await bodyOf<ConversationList>(
      await caller.fetch(`/conversations?external_user_id=${caller.user}`),
    );
    assert.equal(list.data[0]?.message_count, after.messages.length);
  });

  it('stands before them in the queue, and the last to interrupt before all', async () => {
    await using idle = await openJobWorld();
    const caller = await idle.caller(await idle.start({ roles: 'api' }));
    const first = await caller.enqueue();
    const conversation = { conversation_uuid: first.conversation_uuid };
    const second = await caller.enqueue(conversation);
    const urgent = await caller.enqueue({ ...conversation, ...interrupt });
    const last = await caller.enqueue({ ...conversation, ...interrupt });
    const places = [];
    for (const { job_uuid } of [last, urgent, first, second]) {
      places.push((await caller.job(job_uuid)).queue_position);
    }
    assert.deepEqual(places, [1, 2, 3, 4]);
  });

  function questionsSince(calls: number): string[][] {
    return world.mock.calls
      .slice(calls)
      .map(({ messages }) => messages.filter(({ role }) => role === 'user').map(({ content }) => content));
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'What waits behind a replaced question is cancelled',
    file: 'database/functions/8-endings.sql',
    replace: "t.state = 'queued' and t.answer_seq <@ v.set_aside",
    by: "t.state = 'queued' and false",
  },
  {
    rule: 'What waits before a replaced question stays',
    file: 'database/functions/8-endings.sql',
    replace: "t.state = 'queued' and t.answer_seq <@ v.set_aside",
    by: "t.state = 'queued' and t.answer_seq < v.next_seq - 1",
  },
];
