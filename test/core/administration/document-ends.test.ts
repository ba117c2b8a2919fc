import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DocumentSettings } from '#contract/knowledge/document-resources.ts';
import type { DocumentOwner } from '#core/administration/manage-documents.ts';
import type { Client } from '#core/clients/client.ts';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { recount } from '#test/knowledge/recount.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

const english =
  'The goods can be returned by the customer, and the money is given back to him within a week.';

describe('The end of documents', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  function refused(code: string) {
    return (error: unknown) => error instanceof ParleyError && error.code === code;
  }

  const put = (owner: DocumentOwner, id: string, text: string, settings: DocumentSettings = {}) =>
    world.documents.put(operator, owner, id, {
      ...settings,
      file: { mediaType: 'text/markdown', bytes: Buffer.from(text) },
    });

  async function clientOf(slug: string, more: object = {}): Promise<DocumentOwner & { client: Client }> {
    const { client } = await world.clients.create(operator, slug, more);
    return { client, agentSlug: 'assistant' };
  }

  test('keep their agent from being deleted, and an agent made again under its name has none', async () => {
    const agent = { slug: 'temporary', name: 'Temporary', instructions: 'Answer.' };
    await world.agents.create(operator, agent);
    const owner = { client: null, agentSlug: 'temporary' };
    await put(owner, 'a', english);
    await assert.rejects(world.agents.delete(operator, 'temporary'), refused('agent_in_use'));
    await world.documents.delete(operator, owner, 'a');
    await world.agents.delete(operator, 'temporary');
    await world.agents.create(operator, agent);
    assert.deepEqual((await world.documents.list(owner, {})).rows, []);
  });

  test('go with their client, and no other client’s do', async () => {
    const [gone, stays] = [await clientOf('going'), await clientOf('staying')];
    const long = Array.from({ length: 1_010 }, (_, n) => `## Part ${n}\n\n${english}`).join('\n\n');
    await put(gone, 'long', long);
    await put(gone, 'short', english);
    await put(stays, 'short', english);
    await world.clients.revoke(operator, 'going');
    assert.equal(await world.clientDeletion.delete(operator, 'going', 30_000), 'erased');
    assert.equal(await world.countOf(`corpora where owner = ${gone.client.id}`), 0);
    for (const table of ['documents', 'chunks', 'postings', 'lexemes'])
      assert.equal(
        await world.countOf(`${table} x where not exists (select from corpora c where c.id = x.corpus)`),
        0,
      );
    assert.equal((await world.documents.find(stays, 'short')).chunks, 1);
    assert.deepEqual(await recount(world.database), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An agent with documents is in use',
    file: 'src/core/administration/manage-agents.ts',
    replace: 'if (await tenants.agents.hasDocuments(slug))',
    by: "if (slug === '')",
  },
  {
    rule: 'Documents go with their client',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: 'if (step === corporaOfClients) {',
    by: "if (step === corporaOfClients && erasure.slug === '') {",
  },
];
