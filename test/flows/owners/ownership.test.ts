import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { complete, refusedWith } from '#test/openai/completion.ts';
import { type Answered, problemOf, readAnswer } from '#test/reading/answered.ts';
import { type Api, openApi } from '#test/world/api.ts';
import { chatBody, type Partner } from '#test/world/partner.ts';

/** A caller that may not see a thing, and the request with which it names the thing. */
interface Stranger {
  readonly partner: Partner;
  readonly userId: string;
}

describe('What belongs to another owner', () => {
  let api: Api;
  let owner: Partner;
  let ids: { conversation: string; job: string; message: string };
  let strangers: Readonly<Record<string, Stranger>>;

  before(async () => {
    api = await openApi();
    owner = await api.partner({ deep_dive_enabled: true });
    const { headers } = await owner.send({ prompt: 'canary-7f3a' });
    ids = {
      conversation: headers.get('x-conversation-id') ?? '',
      job: headers.get('x-job-id') ?? '',
      message: headers.get('x-message-id') ?? '',
    };
    strangers = {
      'another user of the client': { partner: owner, userId: 'user-2' },
      'the user of another client': { partner: await api.partner(), userId: 'user-1' },
    };
  });
  after(() => api[Symbol.asyncDispose]());

  type Ask = (by: Stranger, ids: { conversation: string; job: string; message: string }) => Promise<Answered>;
  const query = ({ userId }: Stranger) => `external_user_id=${userId}`;
  const context = ({ userId }: Stranger) => ({ external_user_id: userId });

  const routes: Readonly<Record<string, readonly ['conversation_not_found' | 'job_not_found', Ask]>> = {
    'POST /stream': [
      'conversation_not_found',
      (by, { conversation }) => by.partner.send({ conversation_uuid: conversation, context: context(by) }),
    ],
    'POST /stream, interrupting': [
      'conversation_not_found',
      (by, { conversation }) =>
        by.partner.send({
          conversation_uuid: conversation,
          context: context(by),
          options: { if_busy: 'interrupt' },
        }),
    ],
    'POST /jobs': [
      'conversation_not_found',
      (by, { conversation }) =>
        by.partner.post('/jobs', { prompt: 'x', conversation_uuid: conversation, context: context(by) }),
    ],
    'POST /openai/v1/chat/completions': [
      'conversation_not_found',
      (by, { conversation }) =>
        complete(by.partner, { user: by.userId }, { headers: { 'x-conversation-id': conversation } }),
    ],
    'GET /conversations/{uuid}': [
      'conversation_not_found',
      (by, { conversation }) => by.partner.get(`/conversations/${conversation}?${query(by)}`),
    ],
    'PATCH /conversations/{uuid}': [
      'conversation_not_found',
      (by, { conversation }) => patch(by, `/conversations/${conversation}?${query(by)}`, { title: 'mine' }),
    ],
    'DELETE /conversations/{uuid}': [
      'conversation_not_found',
      (by, { conversation }) => remove(by, `/conversations/${conversation}?${query(by)}`),
    ],
    'POST /conversations/{uuid}/feedback': [
      'conversation_not_found',
      (by, { conversation, message }) =>
        by.partner.post(`/conversations/${conversation}/feedback?${query(by)}`, {
          rating: 'up',
          message_uuid: message,
        }),
    ],
    'GET /jobs/{uuid}': ['job_not_found', (by, { job }) => by.partner.get(`/jobs/${job}?${query(by)}`)],
    'GET /jobs/{uuid}/output': [
      'job_not_found',
      (by, { job }) => by.partner.get(`/jobs/${job}/output?${query(by)}`),
    ],
    'GET /jobs/{uuid}/stream': [
      'job_not_found',
      (by, { job }) => by.partner.get(`/jobs/${job}/stream?${query(by)}`),
    ],
    'POST /jobs/{uuid}/cancel': [
      'job_not_found',
      (by, { job }) => by.partner.post(`/jobs/${job}/cancel`, context(by)),
    ],
  };

  for (const [route, [code, ask]] of Object.entries(routes)) {
    test(`${route} answers what it answers for a random uuid`, async () => {
      const before = await owner.traces();
      for (const [name, by] of Object.entries(strangers)) {
        const theirs = await ask(by, ids);
        if (!route.includes('/openai/')) problemOf(theirs, code);
        else assert.deepEqual(refusedWith(theirs), [404, code, null]);
        const unknown = await ask(by, {
          conversation: randomUUID(),
          job: randomUUID(),
          message: ids.message,
        });
        assert.deepEqual(told(theirs), told(unknown), name);
      }
      assert.deepEqual(await owner.traces(), before);
    });
  }

  for (const [route, [code, ask]] of Object.entries(routes)) {
    if (!route.includes('{uuid}')) continue;
    test(`${route} answers the same for what is no uuid`, async () => {
      const by = { partner: owner, userId: 'user-1' };
      const unknown = await ask(by, { ...ids, conversation: randomUUID(), job: randomUUID() });
      for (const malformed of ['abc', '1', '%00', `${ids.job}x`, '__proto__', "'", 'x'.repeat(3_000)]) {
        const answer = await ask(by, { ...ids, conversation: malformed, job: malformed });
        problemOf(answer, code);
        assert.deepEqual(told(answer), told(unknown), malformed.slice(0, 20));
      }
    });
  }

  test('a list shows nothing of it, and its owner still has it', async () => {
    for (const by of Object.values(strangers)) {
      const list = await by.partner.get(`/conversations?${query(by)}`);
      assert.deepEqual(JSON.parse(list.text).data, []);
    }
    const { text } = await owner.get(`/conversations/${ids.conversation}?external_user_id=user-1`);
    assert.equal(JSON.parse(text).messages[0].content, 'canary-7f3a');
  });

  test('a conversation of another agent is not found either', async () => {
    await api.database.query(
      `insert into client_agents (client_id, agent_slug, bound) values ($1, 'operator-analyst', true)`,
      [owner.client.id],
    );
    await owner.change({});
    const conversation_uuid = ids.conversation;
    problemOf(
      await owner.send({ conversation_uuid, agent_slug: 'operator-analyst' }),
      'conversation_not_found',
    );
    assert.equal((await owner.send({ conversation_uuid, agent_slug: 'assistant' })).status, 200);
  });

  test('a follow-up keeps the agent of its conversation, until that is unbound', async () => {
    await api.database.query(
      `insert into client_agents (client_id, agent_slug, bound) values ($1, 'operator-support', true)`,
      [owner.client.id],
    );
    await owner.change({});
    const support = { slug: 'operator-support', name: 'Operator support', default: false, deep_dive: true };
    assert.deepEqual(await agentsOf(owner), [assistant, analyst, support]);
    const first = await owner.send({ agent_slug: 'operator-support' });
    const conversation_uuid = first.headers.get('x-conversation-id');
    const second = await owner.send({ conversation_uuid });
    assert.equal(second.status, 200);
    assert.match(api.provider.calls.at(-1)?.messages[0]?.content ?? '', /support its partners/);
    await api.database.query(
      `delete from client_agents where client_id = $1 and agent_slug = 'operator-support'`,
      [owner.client.id],
    );
    await owner.change({});
    const before = await owner.traces();
    assert.deepEqual(await agentsOf(owner), [assistant, analyst]);
    problemOf(await owner.send({ conversation_uuid }), 'agent_not_allowed');
    problemOf(await owner.post('/jobs', chatBody({ conversation_uuid })), 'agent_not_allowed');
    assert.deepEqual(await owner.traces(), before);
    const read = await owner.get(`/conversations/${conversation_uuid}?external_user_id=user-1`);
    assert.equal(read.status, 200);
  });

  test('the list of agents says which may be asked for a Deep Dive', async () => {
    const plain = await api.partner();
    assert.deepEqual(await agentsOf(plain), [{ ...assistant, deep_dive: false }]);
  });

  test('a reserved agent and one that does not exist are refused alike, and leave nothing behind', async () => {
    const before = await owner.traces();
    for (const path of ['/stream', '/jobs']) {
      const reserved = await owner.post(path, chatBody({ agent_slug: 'operator-support' }));
      const unknown = await owner.post(path, chatBody({ agent_slug: 'no-such-agent' }));
      problemOf(reserved, 'agent_not_allowed');
      assert.deepEqual(told(reserved), told(unknown));
    }
    assert.deepEqual(await owner.traces(), before);
  });
});

const assistant = { slug: 'assistant', name: 'Assistant', default: true, deep_dive: true };
const analyst = { slug: 'operator-analyst', name: 'Operator analyst', default: false, deep_dive: true };

async function agentsOf(partner: Partner): Promise<unknown> {
  const { ok, object, data } = JSON.parse((await partner.get('/agents')).text);
  assert.deepEqual([ok, object], [true, 'list']);
  return data;
}

async function patch(by: Stranger, path: string, body: object): Promise<Answered> {
  return readAnswer(await by.partner.request('PATCH', path, body));
}

async function remove(by: Stranger, path: string): Promise<Answered> {
  return readAnswer(await by.partner.request('DELETE', path));
}

/** Everything in a response except what differs between any two. */
function told({ status, headers, text }: Answered): object {
  const requestId = headers.get('x-request-id') ?? '';
  const named = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status, headers: named, text: text.replaceAll(requestId, '<request id>') };
}

export const breaks: readonly Break[] = [
  {
    rule: 'An agent that a client may not use is refused',
    file: 'src/core/identity/agents.ts',
    replace: 'return requireAgent(client, agentSlug ?? client.defaultAgent).slug;',
    by: 'return agentSlug ?? client.defaultAgent;',
  },
  {
    rule: 'A reserved agent is open to those only to whom it is bound',
    file: 'database/functions/10-agents.sql',
    replace: 'select coalesce(ca.bound, not a.reserved)',
    by: 'select coalesce(ca.bound, true)',
  },
  {
    rule: 'The list of agents says which may be asked for a Deep Dive',
    file: 'src/core/identity/agents.ts',
    replace: 'deep_dive: client.deepDiveEnabled,',
    by: 'deep_dive: true,',
  },
  {
    rule: "A list has the client's conversations only",
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: '$1::integer is not null and c.external_user_id = $2 and (c.last_message_at, c.id)',
  },
];
