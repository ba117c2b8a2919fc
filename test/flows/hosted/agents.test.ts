import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import type { Hosted } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

const operator = { kind: 'operator-cli' } as const;

describe('the agents of hosted conversations', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  /** A tenant whose default agent has changed while a conversation with its old one continues. */
  async function changed() {
    const tenant = await hosted.tenant({ deep_dive_enabled: true });
    const { clients } = hosted.administration;
    await clients.bindAgent(operator, tenant.slug, 'operator-support');
    await clients.bindAgent(operator, tenant.slug, 'operator-analyst');
    const visitor = await tenant.visitor();
    const ask = (body: object) => visitor.browser.sendJson(tenant.url('/chat/stream'), 'POST', body);
    const agentOf = async (uuid: unknown) =>
      JSON.parse((await visitor.browser.visit(tenant.url(`/chat/conversations/${uuid}`))).text).agent_slug;
    const first = await ask({ prompt: 'One' });
    assert.equal(first.status, 200, first.text);
    const conversation_uuid = first.headers['x-conversation-id'];
    await clients.update(operator, tenant.slug, { default_agent: 'operator-support' });
    return { tenant, clients, ask, agentOf, conversation_uuid };
  }

  test('changing the default agent ends no conversation: each continues with its own', async () => {
    const { ask, agentOf, conversation_uuid } = await changed();
    const followUp = await ask({ prompt: 'Two', conversation_uuid });
    assert.equal(followUp.status, 200, followUp.text);
    const retry = { conversation_uuid, options: { think_harder_retry: true } };
    assert.equal((await ask(retry)).status, 200);
    const named = await ask({ prompt: 'Three', conversation_uuid, agent_slug: 'assistant' });
    assert.equal(named.status, 200, named.text);
    assert.equal(await agentOf(conversation_uuid), 'assistant');
    const fresh = await ask({ prompt: 'One' });
    assert.equal(await agentOf(fresh.headers['x-conversation-id']), 'operator-support');
  });

  test('a new conversation takes the default agent and no other', async () => {
    const { ask } = await changed();
    assert.equal((await ask({ prompt: 'One', agent_slug: 'operator-support' })).status, 200);
    for (const agent_slug of ['assistant', 'operator-analyst', 'no-such-agent']) {
      const refused = await ask({ prompt: 'One', agent_slug });
      assert.deepEqual([refused.status, codeIn(refused.text)], [403, 'agent_not_allowed'], agent_slug);
    }
  });

  test('another agent than the conversation’s is not found, and one that was closed since is refused', async () => {
    const { tenant, clients, ask, agentOf, conversation_uuid } = await changed();
    const other = await ask({ prompt: 'Two', conversation_uuid, agent_slug: 'operator-support' });
    assert.deepEqual([other.status, codeIn(other.text)], [404, 'conversation_not_found']);
    await clients.unbindAgent(operator, tenant.slug, 'assistant');
    const closed = await ask({ prompt: 'Two', conversation_uuid });
    assert.deepEqual([closed.status, codeIn(closed.text)], [403, 'agent_not_allowed']);
    assert.equal(await agentOf(conversation_uuid), 'assistant');
  });
});

function codeIn(text: string): unknown {
  return JSON.parse(text).code;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A hosted conversation continues with its own agent',
    file: 'src/core/identity/agents.ts',
    replace: 'if (agentSlug === undefined && isFollowUp) return null;',
    by: "if (agentSlug === undefined && isFollowUp && caller.kind !== 'hosted') return null;",
  },
  {
    rule: 'A new hosted conversation has the client’s default agent and no other',
    file: 'src/core/identity/agents.ts',
    replace: "caller.kind === 'hosted' && !isFollowUp",
    by: "caller.kind === 'hosted' && isFollowUp",
  },
];
