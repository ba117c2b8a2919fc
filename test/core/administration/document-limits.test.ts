import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DocumentSettings } from '#contract/knowledge/document-resources.ts';
import { documentLimits } from '#contract/knowledge/documents.ts';
import type { DocumentManager, DocumentOwner } from '#core/administration/manage-documents.ts';
import type { Client } from '#core/clients/client.ts';
import { ParleyError } from '#core/errors.ts';
import type { Break } from '#test/break.ts';
import { readingAtOnce } from '#test/knowledge/reading-at-once.ts';
import { recount } from '#test/knowledge/recount.ts';
import { until } from '#test/reading/until.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

const english =
  'The goods can be returned by the customer, and the money is given back to him within a week.';

const waitsForLock = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('The documents of a client', () => {
  let world: TenantWorld;
  let documents: DocumentManager;
  let reader: { readonly reads: number; readonly sender: string };
  before(async () => {
    world = await openTenantWorld();
    ({ documents, reader } = readingAtOnce(world.database));
  });
  after(() => world[Symbol.asyncDispose]());

  function refused(code: string) {
    return (error: unknown) => error instanceof ParleyError && error.code === code;
  }

  const put = (owner: DocumentOwner, id: string, text: string, settings: DocumentSettings = {}) =>
    documents.put(operator, owner, id, {
      ...settings,
      file: { mediaType: 'text/markdown', bytes: Buffer.from(text) },
    });

  async function clientOf(slug: string, more: object = {}): Promise<DocumentOwner & { client: Client }> {
    const { client } = await world.clients.create(operator, slug, more);
    return { client, agentSlug: 'assistant' };
  }
  const usedBy = async ({ client: { id } }: { client: Client }) => {
    const [row] = await world.database.query<{ bytes: number }>(
      'select coalesce(sum(bytes), 0)::bigint as bytes from corpora where owner = $1',
      [id],
    );
    return row?.bytes;
  };

  test('have a limit of bytes for all of a client, which is exact', async () => {
    const bytes = Buffer.byteLength(english);
    const owner = await clientOf('limited', { knowledge_bytes: 2 * bytes });
    await put(owner, 'a', english);
    await put(owner, 'b', english);
    assert.equal(await usedBy(owner), 2 * bytes);
    await assert.rejects(put(owner, 'c', 'One more.'), refused('knowledge_full'));
    await assert.rejects(put(owner, 'a', `${english} More.`), refused('knowledge_full'));
    assert.equal(await usedBy(owner), 2 * bytes);
    await world.clients.update(operator, 'limited', { knowledge_bytes: 1 });
    await put(owner, 'a', 'Less.');
    await world.clients.update(operator, 'limited', { knowledge_bytes: null });
    await put(owner, 'c', english);
    assert.deepEqual(await recount(world.database), []);
  });

  test('of one client that are stored at once for several agents never pass its limit', async () => {
    const slugs = ['crowd-1', 'crowd-2', 'crowd-3', 'crowd-4'];
    for (const slug of slugs)
      await world.agents.create(operator, { slug, name: slug, instructions: 'Answer.', reserved: false });
    const bytes = Buffer.byteLength(english);
    const owner = await clientOf('crowded', { knowledge_bytes: 2 * bytes });
    const stored = await Promise.allSettled(
      slugs.map((agentSlug) => put({ ...owner, agentSlug }, 'a', english)),
    );
    assert.equal(stored.filter(({ status }) => status === 'fulfilled').length, 2);
    assert.equal(await usedBy(owner), 2 * bytes);
    for (const [index, agentSlug] of slugs.entries())
      if (stored[index]?.status === 'fulfilled')
        await documents.delete(operator, { ...owner, agentSlug }, 'a');
  });

  test('wait for another of the client that is being stored, and are measured with it', async () => {
    const bytes = Buffer.byteLength(english);
    await world.agents.create(operator, {
      slug: 'other',
      name: 'Other',
      instructions: 'Answer.',
      reserved: false,
    });
    const owner = await clientOf('waiting', { knowledge_bytes: bytes + 1 });
    await put(owner, 'a', '.');
    const { id } = owner.client;
    let putting: Promise<unknown> = Promise.resolve();
    await world.database.transaction(async (transaction) => {
      await transaction.query('select 1 from clients where id = $1 for no key update', [id]);
      await transaction.query('update corpora set bytes = $2 where owner = $1', [id, bytes]);
      putting = assert.rejects(
        put({ ...owner, agentSlug: 'other' }, 'b', english),
        refused('knowledge_full'),
      );
      await until(async () => (await world.countOf(waitsForLock)) > 0, 5);
    });
    await putting;
  });

  test('are read once, and two that are the same and come at once change one thing', async () => {
    const owner = await clientOf('same');
    const stored = await Promise.all([put(owner, 'a', english), put(owner, 'a', english)]);
    assert.deepEqual(stored.map(({ isChanged }) => isChanged).sort(), [false, true]);
    const before = reader.reads;
    assert.equal((await put(owner, 'a', english)).isChanged, false);
    assert.equal(reader.reads, before);
    assert.equal(reader.sender, 'same', 'in the line of readers, clients take turns');
  });

  test('are not read where they have more bytes than a document may have', async () => {
    const owner = await clientOf('long');
    const before = reader.reads;
    await assert.rejects(put(owner, 'a', 'a'.repeat(documentLimits.bytes + 1)), refused('body_too_large'));
    assert.equal(reader.reads, before);
  });

  test('have a title of their own that is no longer than one that is sent', async () => {
    const owner = await clientOf('titled');
    const { document } = await put(owner, 'a', `# ${'a'.repeat(400)}\n\n${english}`);
    assert.equal(document.title, 'a'.repeat(300));
  });

  test('are stored for no agent that was taken from the client meanwhile', async () => {
    const { client } = await clientOf('unbound');
    await world.clients.bindAgent(operator, 'unbound', 'operator-analyst');
    const bound = { client: await world.clients.find('unbound'), agentSlug: 'operator-analyst' };
    await world.clients.unbindAgent(operator, 'unbound', 'operator-analyst');
    await assert.rejects(put(bound, 'a', english), refused('agent_not_allowed'));
    assert.equal(await world.countOf(`corpora where owner = ${client.id}`), 0);
  });

  test('of one client and agent are written in line, and no connection waits for another', async () => {
    const owner = await clientOf('in-line');
    const text = Array.from({ length: 60 }, (_, n) => `Part ${n}. ${english}`).join('\n\n');
    let isDone = false;
    const puts = Promise.all([0, 1, 2, 3, 4, 5].map((n) => put(owner, `document-${n}`, `${text} ${n}`)));
    const ended = puts.finally(() => {
      isDone = true;
    });
    let waiting = 0;
    while (!isDone) waiting += await world.countOf(waitsForLock);
    await ended;
    assert.equal(waiting, 0);
    assert.equal((await documents.list(owner, {})).rows.length, 6);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Documents of one client keep those of others waiting no longer than one of them takes',
    file: 'src/core/administration/manage-documents.ts',
    replace: "const sender = client?.slug ?? '';",
    by: "const sender = client === null ? 'the operator' : '';",
  },
  {
    rule: 'The same document is not read again',
    file: 'src/core/administration/manage-documents.ts',
    replace:
      '    if (known?.sentHash.equals(sentHash)) return { document: known, isNew: false, isChanged: false };\n',
    by: '',
  },
  {
    rule: 'The same document again changes nothing, whatever came between',
    file: 'src/core/administration/store-document.ts',
    replace: 'if (before?.sentHash.equals(content.sentHash))',
    by: 'if (before?.sentHash.equals(content.sha256))',
  },
  {
    rule: 'Documents are for agents that the client may use when they are stored',
    file: 'src/core/administration/manage-documents.ts',
    replace: "if (clientId !== null && use !== 'open') throw errors.agentNotAllowed();",
    by: '',
  },
  {
    rule: 'Writers of one corpus wait in the process',
    file: 'src/core/administration/manage-documents.ts',
    replace: '`${clientId}/${agentSlug}`, () =>',
    by: 'String(Math.random()), () =>',
  },
  {
    rule: 'Documents may fill their limit and not pass it',
    file: 'src/core/administration/store-document.ts',
    replace: 'bytes > most',
    by: 'bytes >= most',
  },
  {
    rule: 'A document may become smaller beyond the limit',
    file: 'src/core/administration/store-document.ts',
    replace: 'if (document.bytes > (before?.bytes ?? 0)) await',
    by: 'await',
  },
  {
    rule: 'Documents for several agents are counted one after the other',
    file: 'src/adapters/postgres/knowledge/document-writer.ts',
    replace: ' for no key update',
    by: '',
  },
  {
    rule: 'A document has a limit of its own',
    file: 'src/core/administration/manage-documents.ts',
    replace: '    if (file.bytes.length > documentLimits.bytes) throw errors.bodyTooLarge();\n',
    by: '',
  },
  {
    rule: 'The title of a document is no longer than one that is sent',
    file: 'src/core/administration/manage-documents.ts',
    replace: 'settings.title ?? titleFrom(read.title) ?? id',
    by: 'settings.title ?? read.title ?? id',
  },
];
