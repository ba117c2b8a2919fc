import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DocumentSettings } from '#contract/knowledge/document-resources.ts';
import type { DocumentManager, DocumentOwner } from '#core/administration/manage-documents.ts';
import type { Client } from '#core/clients/client.ts';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { readingAtOnce } from '#test/knowledge/reading-at-once.ts';
import { recount } from '#test/knowledge/recount.ts';
import { keyOf, openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

const english =
  'The goods can be returned by the customer, and the money is given back to him within a week.';
const german =
  'Die Ware kann von dem Kunden zurückgegeben werden, und das Geld wird ihm in einer Woche erstattet.';

describe('Documents', () => {
  let world: TenantWorld;
  let documents: DocumentManager;
  before(async () => {
    world = await openTenantWorld();
    ({ documents } = readingAtOnce(world.database));
  });
  after(() => world[Symbol.asyncDispose]());

  function refused(code: string) {
    return (error: unknown) => error instanceof ParleyError && error.code === code;
  }

  const put = (
    owner: DocumentOwner,
    id: string,
    text: string,
    settings: DocumentSettings = {},
    by = documents,
  ) =>
    by.put(operator, owner, id, {
      ...settings,
      file: { mediaType: 'text/markdown', bytes: Buffer.from(text) },
    });

  async function clientOf(slug: string, more: object = {}): Promise<DocumentOwner & { client: Client }> {
    const { client } = await world.clients.create(operator, slug, more);
    return { client, agentSlug: 'assistant' };
  }

  test('say what they are, and what is not said is found in them', async () => {
    const owner = await clientOf('reader');
    const { document, isNew, isChanged } = await put(
      owner,
      'returns',
      `# Returns\n\n${english}`,
      {},
      world.documents,
    );
    assert.deepEqual([isNew, isChanged], [true, true]);
    const { id, title, url, language, requires, chunks, usedAt } = document;
    assert.deepEqual([id, title, url, language], ['returns', 'Returns', null, 'english']);
    assert.deepEqual([requires, chunks, usedAt], [null, 1, null]);
    assert.equal(document.bytes, Buffer.byteLength(`Returns${english}`));
    const other = await put(owner, 'rueckgabe', german, { requires: '{"plan":["pro"]}' });
    assert.deepEqual([other.document.title, other.document.language], ['rueckgabe', 'german']);
    assert.deepEqual(other.document.requires, { plan: ['pro'] });
    const found = await world.documents.find(owner, 'returns');
    assert.deepEqual(found, document);
    assert.deepEqual(await recount(world.database), []);
  });

  test('that are sent again with the same settings change nothing, and with others they do', async () => {
    const owner = await clientOf('repeater');
    const first = await put(owner, 'a', english, { title: 'A' });
    const entries = await world.countOf('audit_log');
    const again = await put(owner, 'a', english, { title: 'A' });
    assert.deepEqual([again.isNew, again.isChanged], [false, false]);
    assert.deepEqual(again.document, first.document);
    assert.equal(await world.countOf('audit_log'), entries);
    const renamed = await put(owner, 'a', english, { title: 'B' });
    assert.deepEqual([renamed.isNew, renamed.isChanged, renamed.document.title], [false, true, 'B']);
    assert.deepEqual(renamed.document.createdAt, first.document.createdAt);
    assert.ok(renamed.document.updatedAt > first.document.updatedAt);
  });

  test('are listed by id, and by a part of it or of the title', async () => {
    const owner = await clientOf('lister');
    for (const [id, title] of [
      ['b', 'Returns'],
      ['a', 'Prices 100%'],
      ['returns-2', 'Other'],
    ] as const)
      await put(owner, id, english, { title });
    const idsOf = async (query: { q?: string; limit?: number; cursor?: string }) => {
      const { rows, nextCursor } = await world.documents.list(owner, query);
      return { ids: rows.map(({ id }) => id), nextCursor };
    };
    assert.deepEqual((await idsOf({})).ids, ['a', 'b', 'returns-2']);
    assert.deepEqual((await idsOf({ q: 'RETURN' })).ids, ['b', 'returns-2']);
    assert.deepEqual((await idsOf({ q: '%' })).ids, ['a']);
    const { ids, nextCursor } = await idsOf({ limit: 2 });
    assert.deepEqual(ids, ['a', 'b']);
    assert.deepEqual(await idsOf({ limit: 2, cursor: nextCursor ?? '' }), {
      ids: ['returns-2'],
      nextCursor: null,
    });
  });

  test('belong to one client with one agent, or to the operator', async () => {
    const [one, other] = [await clientOf('owner-1'), await clientOf('owner-2')];
    const operators = { client: null, agentSlug: 'assistant' };
    await put(one, 'mine', english);
    await put(operators, 'shared', english);
    for (const owner of [other, operators])
      await assert.rejects(world.documents.find(owner, 'mine'), refused('document_not_found'));
    await assert.rejects(world.documents.delete(operator, one, 'shared'), refused('document_not_found'));
    await assert.rejects(
      put({ ...one, agentSlug: 'operator-analyst' }, 'mine', english),
      refused('agent_not_allowed'),
    );
    await assert.rejects(
      put({ client: null, agentSlug: 'none' }, 'mine', english),
      refused('agent_not_found'),
    );
    const foreign = { ...one, agentSlug: 'operator-analyst' };
    await assert.rejects(world.documents.list(foreign, {}), refused('agent_not_allowed'));
    await world.documents.delete(operator, operators, 'shared');
  });

  test('are known to cached clients from the first to the last, and no longer', async () => {
    const owner = await clientOf('cached');
    const agentsOf = async () => {
      const { documentedAgents, version } = await world.clients.find('cached');
      return { ...documentedAgents, version };
    };
    const none = await agentsOf();
    assert.deepEqual([none.client.size, none.operator.size], [0, 0]);
    await put(owner, 'a', english);
    const one = await agentsOf();
    assert.deepEqual([[...one.client], one.version > none.version], [['assistant'], true]);
    await put(owner, 'b', english);
    await world.documents.delete(operator, owner, 'a');
    assert.equal((await agentsOf()).version, one.version, 'the next document tells turns nothing new');
    await world.documents.delete(operator, owner, 'b');
    const last = await agentsOf();
    assert.deepEqual([last.client.size, last.version > one.version], [0, true]);
    const shared = { client: null, agentSlug: 'operator-analyst' };
    await put(shared, 'a', english);
    const operators = await agentsOf();
    assert.deepEqual(
      [[...operators.operator], operators.version > last.version],
      [['operator-analyst'], true],
    );
    await world.documents.delete(operator, shared, 'a');
  });

  test('are in the log of changes without their words', async () => {
    const owner = await clientOf('audited');
    const { document } = await put(owner, 'secret', english, { title: 'Secret plans' });
    const entry = await world.lastAudit();
    assert.deepEqual(
      [entry.action, entry.subject, entry.clientSlug],
      ['document.put', 'assistant/secret', 'audited'],
    );
    const sha256 = document.sha256.toString('hex');
    assert.deepEqual([entry.before, entry.after], [null, { bytes: document.bytes, chunks: 1, sha256 }]);
    await world.documents.delete(operator, owner, 'secret');
    const { action, before: gone, after: left } = await world.lastAudit();
    assert.deepEqual([action, gone, left], ['document.delete', entry.after, null]);
    assert.equal(await world.countOf(`audit_log a where a::text ~* 'plans|money'`), 0);
  });

  test('are changed by nobody who has lost the right', async () => {
    const created = await world.clients.create(operator, 'lost', { scopes: ['chat', 'knowledge'] });
    const owner = { client: created.client, agentSlug: 'assistant' };
    const file = { mediaType: 'text/plain', bytes: Buffer.from(english) };
    await world.documents.put(keyOf(created), owner, 'a', { file });
    await world.clients.update(operator, 'lost', { scopes: ['chat'] });
    await assert.rejects(world.documents.put(keyOf(created), owner, 'b', { file }), { name: 'StaleRights' });
    assert.equal(
      await world.countOf(
        `documents where id = 'b' and corpus in (select id from corpora where owner = ${created.client.id})`,
      ),
      0,
    );
  });

  for (const [name, bytes, reason] of [
    ['nothing but spaces', Buffer.from(' \n\t '), 'no_text'],
    ['bytes that are no UTF-8', Buffer.from([0x41, 0xff, 0xfe]), 'damaged'],
    ['more than a megabyte of text', Buffer.alloc(1_100_000, 'word '), 'too_long'],
  ] as const) {
    test(`are refused for their reason where they are ${name}`, async () => {
      const owner = { client: null, agentSlug: 'assistant' };
      const file = { mediaType: 'text/plain', bytes };
      await assert.rejects(world.documents.put(operator, owner, 'bad', { file }), (error: unknown) => {
        assert.ok(error instanceof ParleyError);
        assert.deepEqual([error.code, error.extra['reason']], ['document_unreadable', reason]);
        return true;
      });
      await assert.rejects(world.documents.find(owner, 'bad'), refused('document_not_found'));
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'Cached clients learn of the first document',
    file: 'src/core/administration/store-document.ts',
    replace: '  if (locked.documents === 0) await markStale(tenants, corpus);\n',
    by: '',
  },
  {
    rule: 'Cached clients learn that the last document is gone',
    file: 'src/core/administration/store-document.ts',
    replace: '  if (locked.documents === 1) await markStale(tenants, corpus);\n',
    by: '',
  },
  {
    rule: 'Cached clients learn of no other document',
    file: 'src/core/administration/store-document.ts',
    replace: 'if (locked.documents === 0) await',
    by: 'if (locked.documents >= 0) await',
  },
  {
    rule: 'All clients learn of a document of the operator',
    file: 'src/core/administration/store-document.ts',
    replace: 'if (clientId === null) await clients.bumpAllVersions();\n  else',
    by: 'if (clientId !== null)',
  },
  {
    rule: 'The log of changes has no words of a document',
    file: 'src/core/knowledge/document.ts',
    replace: "return { bytes, chunks, sha256: sha256.toString('hex') };",
    by: "return { bytes, chunks, sha256: sha256.toString('hex'), title: 'Plans' };",
  },
  {
    rule: 'A part of a title finds a document in any case',
    file: 'src/adapters/postgres/knowledge/document-store.ts',
    replace: 'strpos(lower(d.title), lower($3))',
    by: 'strpos(d.title, $3)',
  },
  {
    rule: 'A client has documents only for agents that it may use',
    file: 'src/core/administration/manage-documents.ts',
    replace: 'requireAgent(client, agentSlug).slug',
    by: 'agentSlug',
  },
  {
    rule: 'A document says when it was changed last',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: 'bytes = excluded.bytes, updated_at = now()',
    by: 'bytes = excluded.bytes',
  },
];
