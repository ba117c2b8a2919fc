import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

describe('managing agents', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  const inUse = (error: unknown) => error instanceof ParleyError && error.code === 'agent_in_use';
  const create = (slug: string, more: { reserved?: boolean } = {}) =>
    world.agents.create(operator, { slug, name: slug, instructions: 'Sell tea.', ...more });
  const agentsOf = async (slug: string) => [...(await world.clients.find(slug)).agents.keys()];

  test('a new agent is open to the clients that it is bound to, and to all when that is said', async () => {
    await world.clients.create(operator, 'first', {});
    assert.equal((await create('closed')).reserved, true);
    assert.equal((await create('opened', { reserved: false })).reserved, false);
    assert.deepEqual(await agentsOf('first'), ['assistant', 'opened']);
    await world.clients.bindAgent(operator, 'first', 'closed');
    assert.deepEqual(await agentsOf('first'), ['assistant', 'closed', 'opened']);
    await world.agents.delete(operator, 'opened');
  });

  test('an agent that is deleted is gone from every client, with one entry in the audit log', async () => {
    await world.clients.create(operator, 'second', {});
    await create('passing');
    await world.clients.bindAgent(operator, 'second', 'passing');
    const version = await world.versionOf('second');
    await world.agents.delete(operator, 'passing');
    assert.deepEqual(await agentsOf('second'), ['assistant']);
    assert.ok((await world.versionOf('second')) > version);
    const { action, subject, before } = await world.lastAudit();
    assert.deepEqual([action, subject, before?.['instructions']], ['agent.delete', 'passing', 'Sell tea.']);
    for (const use of [() => world.agents.find('passing'), () => world.agents.delete(operator, 'passing')]) {
      await assert.rejects(use, { code: 'agent_not_found' });
    }
  });

  test("an agent that is some client's default cannot be deleted, nor can the one that new clients begin with", async () => {
    await create('leading', { reserved: false });
    await world.clients.create(operator, 'third', { default_agent: 'leading' });
    await assert.rejects(world.agents.delete(operator, 'leading'), inUse);
    assert.equal((await world.agents.find('leading')).slug, 'leading');
    for (const slug of ['first', 'second']) {
      await world.clients.update(operator, slug, { default_agent: 'leading' });
    }
    await assert.rejects(world.agents.delete(operator, 'assistant'), inUse);
  });

  test('an open agent cannot be closed to a client whose default it is', async () => {
    await create('closing', { reserved: false });
    await world.clients.create(operator, 'fourth', { default_agent: 'closing' });
    await assert.rejects(world.agents.update(operator, 'closing', { reserved: true }), inUse);
    await world.clients.bindAgent(operator, 'fourth', 'closing');
    assert.equal((await world.agents.update(operator, 'closing', { reserved: true })).reserved, true);
    assert.deepEqual((await agentsOf('fourth')).includes('closing'), true);
  });

  test('an open agent that is being closed does not become a default', async () => {
    await create('shutting', { reserved: false });
    await world.clients.create(operator, 'late', {});
    let choosing: Promise<unknown> | undefined;
    await world.database.transaction(async (transaction) => {
      // As the update of an agent does, which holds its row.
      await transaction.query(`update agents set reserved = true where slug = 'shutting'`);
      choosing = world.clients.update(operator, 'late', { default_agent: 'shutting' });
      choosing.catch(() => undefined);
      await untilOneWaits(world.database, choosing);
    });
    await assert.rejects(async () => choosing, { code: 'validation_error' });
    assert.equal((await world.clients.find('late')).defaultAgent, 'assistant');
  });

  test('an agent that becomes a default while it is being deleted stays, or the client is refused', async () => {
    await world.clients.create(operator, 'fifth', {});
    for (const round of Array(10).keys()) {
      const slug = `racing-${round}`;
      await create(slug, { reserved: false });
      const [deleted, chosen] = await Promise.allSettled([
        world.agents.delete(operator, slug),
        world.clients.update(operator, 'fifth', { default_agent: slug }),
      ]);
      const outcome = [deleted, chosen].map((result) =>
        result.status === 'fulfilled' ? 'done' : String(result.reason.code),
      );
      assert.ok(
        ['done,validation_error', 'agent_in_use,done'].includes(outcome.join()),
        `round ${round}: ${outcome}`,
      );
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An agent that is being closed becomes no default',
    file: 'src/adapters/postgres/administration/agent-store.ts',
    replace: "'select from agents where slug = $1 for share'",
    by: "'select from agents where slug = $1'",
  },
  {
    rule: "An agent that is some client's default is not deleted",
    file: 'src/core/administration/manage-agents.ts',
    replace:
      "refuseDefault(slug, await tenants.agents.defaultOf(slug, 'all'), 'give them another default first');",
    by: '',
  },
  {
    rule: 'The agent that new clients begin with is not deleted',
    file: 'src/core/administration/manage-agents.ts',
    replace: 'if (slug === defaultAgentSlug)',
    by: "if (slug === '')",
  },
  {
    rule: 'An open agent is not closed to a client whose default it is',
    file: 'src/core/administration/manage-agents.ts',
    replace: 'if (change.reserved === true && !before.reserved) {',
    by: 'if (change.reserved === true && before.reserved) {',
  },
  {
    rule: 'A new agent is open only to the clients that it is bound to',
    file: 'src/core/administration/manage-agents.ts',
    replace: 'reserved: true, deepDive }',
    by: 'reserved: false, deepDive }',
  },
];
