import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { deleteConversation } from '#core/conversations/delete-conversation.ts';
import { LiveTurn } from '#core/turn/live-turn.ts';
import { brandAdmitted } from '#core/turn/turn.ts';
import type { Break } from '#test/break.ts';
import { isRefusal } from '#test/reading/refusals.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import type { StartedTurn } from '#test/world/factories.ts';
import { ampleBudget } from '#test/world/live-turn.ts';

const world = await openConversationWorld();

describe('DELETE /conversations/{uuid}', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('stops the answer that runs here at once, and is 404 the second time', async () => {
    const started = await world.running();
    const live = liveTurn(started);
    const here = { find: (turnId: string) => (turnId === started.turnId ? live : null) };
    const upperCase = started.conversationId.toUpperCase();
    const deleted = await deleteConversation(world.conversations, here, world.owner, upperCase);
    assert.deepEqual(deleted, { ok: true, conversation_uuid: started.conversationId, deleted: true });
    assert.deepEqual(live.stopReason, { kind: 'cancelled', code: 'conversation_not_found' });
    await assert.rejects(
      deleteConversation(world.conversations, here, world.owner, upperCase),
      isRefusal('conversation_not_found'),
    );
  });
});

function liveTurn({ admission, ...started }: StartedTurn): LiveTurn {
  const agent = world.client.agents.get(world.client.defaultAgent);
  assert.ok(agent);
  const facts = {
    ...admission,
    ...started,
    id: started.turnId,
    clientId: world.client.id,
    userId: world.owner.userId,
    agentSlug: agent.slug,
    attempt: 1,
    createdAt: new Date(),
    prompt: '',
    history: [],
    instructions: '',
  };
  return new LiveTurn(brandAdmitted(facts, world.client, agent), ampleBudget());
}

export const breaks: readonly Break[] = [
  {
    rule: 'Deleting all conversations stops their answers at once',
    file: 'src/core/conversations/delete-conversation.ts',
    replace: "liveTurns.find(turnId)?.stop({ kind: 'cancelled', code: 'conversation_not_found' });",
    by: 'liveTurns.find(turnId);',
  },
];
