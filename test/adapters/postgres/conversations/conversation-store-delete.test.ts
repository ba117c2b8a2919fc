import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { PostgresUsageStore } from '#adapters/postgres/usage/usage-store.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { buildAdmission, finishTurn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('deleting a conversation', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('erases it with its messages, once; its turns and its usage stay', async () => {
    const { conversationId, turnId } = await world.answered();
    assert.deepEqual(await world.conversations.delete(world.owner, conversationId), []);
    assert.equal(await world.conversations.delete(world.owner, conversationId), null);
    assert.equal(await world.countOf('messages'), 0);
    assert.equal((await world.turns.find(world.owner, turnId))?.state, 'completed');
    assert.equal((await new PostgresUsageStore(world.database).today(world.owner)).clientRequests, 1);
  });

  it('asks the running turn to stop, and answers its id', async () => {
    const turn = await world.running();
    assert.deepEqual(await world.conversations.delete(world.owner, turn.conversationId), [turn.turnId]);
    const { stop } = await world.beat(turn.admission.processId, []);
    assert.deepEqual(stop, [{ turnId: turn.turnId, reason: 'conversation_not_found' }]);
    await finishTurn(world.turns, turn, 'partial', { state: 'cancelled', finishReason: 'cancelled' });
    assert.equal(await world.countOf('messages'), 0);
    assert.equal(await world.countOf('conversations'), 0);
  });

  it('cancels the turns that wait and gives their usage back', async () => {
    const running = await world.running();
    const { conversationId } = running;
    const jobs = [await world.queued({ conversationId }), await world.queued({ conversationId })];
    assert.deepEqual(await world.conversations.delete(world.owner, conversationId), [running.turnId]);
    for (const { turnId } of jobs)
      assert.equal((await world.turns.find(world.owner, turnId))?.state, 'cancelled');
    assert.equal((await new PostgresUsageStore(world.database).today(world.owner)).clientRequests, 1);
  });

  it('takes its locks in the order of sends, so that neither waits for the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { conversationId } = await world.queued();
      const send = () =>
        world.turns.admit(
          buildAdmission(world.client, world.owner, { kind: 'job', ifBusy: 'queue', conversationId }),
        );
      const sends = [send(), send(), send()];
      const [deleted, ...sent] = await Promise.all([
        world.conversations.delete(world.owner, conversationId),
        ...sends,
      ]);
      assert.deepEqual(deleted, []);
      assert.ok(sent.every(({ status }) => status === 'admitted' || status === 'conversation_not_found'));
    }
    assert.equal(await world.countOf('conversations'), 0);
    assert.equal(await world.countOf(`turns where state = 'queued' and`), 0);
  });
});
