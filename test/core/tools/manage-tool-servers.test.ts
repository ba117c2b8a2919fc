import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { PostgresToolServerStore } from '#adapters/postgres/tools/tool-server-store.ts';
import type { ToolApprovalRequest } from '#contract/tools/tools.ts';
import type { OfferedTool, ToolServer } from '#core/clients/tool-server.ts';
import { ToolApprovals } from '#core/tools/approve-tools.ts';
import { ToolServerManager } from '#core/tools/manage-tool-servers.ts';
import type { ListedTools } from '#core/tools/tool-client.ts';
import { readOfferedTool } from '#core/tools/tool-definition.ts';
import { WebhookAddresses } from '#core/webhooks/webhook-addresses.ts';
import { WebhookSecrets } from '#core/webhooks/webhook-secrets.ts';
import type { Break } from '#test/break.ts';
import { keyOf, openTenantWorld, operator, type TenantWorld } from '../administration/tenant-world.ts';

const url = 'https://tools.example.com/a/secret/path';
const looking: Omit<ToolApprovalRequest, 'offered_hash'> = {
  ...{ effect: 'read', labels: { en: 'Looking' }, agents: ['assistant'] },
};

function offered(name: string): OfferedTool {
  return readOfferedTool({ name, inputSchema: { type: 'object' } }) ?? assert.fail(`${name} is no tool`);
}

describe('The tool servers of a client', () => {
  let world: TenantWorld;
  let store: PostgresToolServerStore;
  let servers: ToolServerManager;
  let approvals: ToolApprovals;
  /** What servers say when they are asked for their tools. */
  let list: (server: ToolServer) => Promise<ListedTools>;
  /** Where names lead. */
  let addresses: readonly { readonly address: string }[] = [];
  before(async () => {
    world = await openTenantWorld();
    store = new PostgresToolServerStore(world.database);
    const tenants = new PostgresTenantStore(world.database);
    servers = new ToolServerManager({
      ...{ store, tenants, calls: { list: (server) => list(server) } },
      addresses: new WebhookAddresses({
        publicOrigin: 'https://chat.example.com',
        networks: ['10.1.0.0/16'],
      }),
      findAddresses: async () => addresses,
      secrets: new WebhookSecrets('a master secret that is long enough', null),
    });
    approvals = new ToolApprovals(store, tenants);
  });
  after(() => world[Symbol.asyncDispose]());

  async function serverOf(slug: string, ...names: readonly string[]): Promise<ToolServer> {
    await world.clients.create(operator, slug, { scopes: ['chat', 'tools'] });
    const { server } = await servers.create(operator, slug, { name: 'shop', url });
    if (names.length === 0) return server;
    list = async () => ({ tools: names.map(offered), freshMs: null });
    return servers.refresh(operator, slug, server.id);
  }

  async function approve(slug: string, { id: server }: ToolServer, tool: string, agents = ['assistant']) {
    const request = { ...looking, agents, offered_hash: offered(tool).hash };
    await approvals.approve(operator, slug, { server, tool }, request);
  }

  it('are added, and their secrets replaced, by no key that may do less than the client', async () => {
    const operating = { scopes: ['admin:clients' as const] };
    const key = keyOf(await world.clients.create(operator, 'tools-of-operator', operating));
    await world.clients.create(operator, 'plain', {});
    const { server } = await servers.create(key, 'plain', { name: 'shop', url });
    await servers.rotateSecret(key, 'plain', server.id);
    const refused = { code: 'insufficient_scope' };
    const reaching = await serverOf('reaching');
    await assert.rejects(servers.create(key, 'reaching', { name: 'more', url }), refused);
    await assert.rejects(servers.rotateSecret(key, 'reaching', reaching.id), refused);
    const { id, secret } = reaching;
    assert.deepEqual((await servers.find({ id: reaching.clientId }, id)).secret, secret);
    assert.equal((await servers.list({ id: reaching.clientId })).length, 1);
  });

  it('are in the log of changes with the origin of their address only, and with whether the rest of it changed', async () => {
    const { id } = await serverOf('audited');
    assert.equal((await world.lastAudit()).after?.['url'], 'https://tools.example.com');
    const changed = async (to: string) => {
      await servers.update(operator, 'audited', id, { url: to });
      const { before: was, after: is } = await world.lastAudit();
      return [was, is];
    };
    assert.deepEqual(await changed('https://tools.example.com/another/secret'), [{}, { other_path: true }]);
    const [origin, other] = ['https://tools.example.com', 'https://other.example.com'];
    assert.deepEqual(await changed(`${other}/another/secret`), [{ url: origin }, { url: other }]);
  });

  it('are asked for their tools, which the log of changes counts, and so it does where they do not say', async () => {
    const { id } = await serverOf('asked', 'a', 'b');
    const entry = async () => {
      const { action, subject, after: said } = await world.lastAudit();
      return [action, subject, said];
    };
    assert.deepEqual(await entry(), ['tool_server.refresh', id, { tools: 2 }]);
    const failure = { text: 'no answer', code: 'timeout' };
    list = async () => ({ failure, isGone: false });
    const failed = await servers.refresh(operator, 'asked', id);
    assert.deepEqual([failed.refreshFailure, failed.refreshedAt instanceof Date], [failure, true]);
    assert.deepEqual(await entry(), ['tool_server.refresh', id, { refresh_error_code: 'timeout' }]);
    assert.equal((await store.tools(failed.clientId, id)).length, 2);
  });

  it('offer nothing by what an earlier address has said', async () => {
    const { clientId, id } = await serverOf('moved');
    list = async () => {
      await servers.update(operator, 'moved', id, { url: 'https://other.example.com/' });
      return { tools: [offered('a')], freshMs: null };
    };
    const { refreshedAt, url: now } = await servers.refresh(operator, 'moved', id);
    assert.deepEqual([refreshedAt, now], [null, 'https://other.example.com/']);
    assert.deepEqual(await store.tools(clientId, id), []);
  });

  it('have one name each, with which those of their approved tools fit into what every vendor takes', async () => {
    const long = 'a'.repeat(55);
    const server = await serverOf('named', long);
    await approve('named', server, long);
    const { id } = server;
    await servers.update(operator, 'named', id, { name: 'shops-bc' });
    await assert.rejects(servers.update(operator, 'named', id, { name: 'shops-bcd' }), {
      code: 'validation_error',
    });
    await servers.create(operator, 'named', { name: 'other', url });
    await assert.rejects(servers.update(operator, 'named', id, { name: 'other' }), {
      code: 'already_exists',
    });
    const owner = { id: server.clientId };
    assert.equal((await servers.find(owner, id.toUpperCase())).name, 'shops-bc');
    await assert.rejects(servers.find(owner, `${id}0`), { code: 'tool_server_not_found' });
  });

  it('have tools that are approved again where the agent has as many as it can, and withdrawn once', async () => {
    const names = Array.from({ length: 16 }, (_, nth) => `t${nth}`);
    const server = await serverOf('full', ...names);
    for (const name of names) await approve('full', server, name);
    await approve('full', server, 't0');
    const { server: other } = await servers.create(operator, 'full', { name: 'other', url });
    await servers.refresh(operator, 'full', other.id);
    await assert.rejects(approve('full', other, 't0'), { code: 'too_many_tools' });
    const place = { server: server.id, tool: 't0' };
    const { hash } = offered('t0');
    await approvals.withdraw(operator, 'full', place);
    const entry = await world.lastAudit();
    assert.deepEqual(
      [entry.action, entry.subject, entry.before?.['hash'], entry.after],
      ['tool.withdraw', 'shop/t0', hash, null],
    );
    await assert.rejects(approvals.withdraw(operator, 'full', place), { code: 'tool_not_found' });
    await approve('full', other, 't0', ['assistant', 'assistant']);
    const approved = await world.lastAudit();
    const { action, subject, before: none, after: decided } = approved;
    assert.deepEqual([action, subject, none], ['tool.approve', 'other/t0', null]);
    assert.deepEqual(decided, {
      ...{ hash, effect: 'read', confirm: null, labels: { en: 'Looking' } },
      ...{ idempotent: false, offered_to: ['assistant'], timeout_ms: 10_000 },
    });
  });

  it('lead to no network that is not allowed, by a name or not, and not to the service itself', async () => {
    const inside = { name: 'inside', url: 'http://tools.inside.example/' };
    const { id } = await serverOf('placed');
    const refused = { code: 'tool_server_url_not_allowed' };
    for (const [address, to] of [
      ['10.2.0.1', inside.url],
      ['10.1.0.1', 'https://10.2.0.1/'],
      ['10.1.0.1', 'https://chat.example.com/'],
    ] as const) {
      addresses = [{ address }];
      await assert.rejects(servers.create(operator, 'placed', { name: 'more', url: to }), refused, to);
      await assert.rejects(servers.update(operator, 'placed', id, { url: to }), refused, to);
    }
    assert.equal((await servers.create(operator, 'placed', inside)).server.url, inside.url);
  });

  it('make cached copies of their client stale with each change', async () => {
    const server = await serverOf('cached', 'a');
    const version = () => world.versionOf('cached');
    let before = await version();
    const changes = {
      approve: () => approve('cached', server, 'a'),
      'approve for none': () => approve('cached', server, 'a', []),
      disable: () => servers.update(operator, 'cached', server.id, { enabled: false }),
      enable: () => servers.enable(operator, 'cached', server.id),
      withdraw: () => approvals.withdraw(operator, 'cached', { server: server.id, tool: 'a' }),
      delete: () => servers.delete(operator, 'cached', server.id),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const now = await version();
      assert.ok(now > before, name);
      before = now;
    }
    const { action, subject, after: left } = await world.lastAudit();
    assert.deepEqual([action, subject, left], ['tool_server.delete', server.id, null]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The address that a tool server is changed to is judged',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: 'await this.#checked(change.url)',
    by: 'change.url',
  },
  {
    rule: 'The name of a tool server leads to no network that is not allowed',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '      await checkWebhookName(url, addresses, findAddresses);\n',
    by: '      void findAddresses;\n',
  },
  {
    rule: 'A tool server that is deleted is in the log of changes',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace:
      "      await auditToolServer(tenants, actor, 'tool_server.delete', server, auditableToolServer(server), null);\n",
    by: '',
  },
  {
    rule: 'A key that may do less than a client adds no tool server to it',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '      await requireReach(actor, client, tenants);\n      if (',
    by: '      if (',
  },
  {
    rule: 'A key that may do less than a client gets no new secret of its tool servers',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '        await requireReach(actor, client, tenants);\n        const secret',
    by: '        void client;\n        const secret',
  },
  {
    rule: 'An agent is offered a tool once, however often its approval names it',
    file: 'src/core/tools/approve-tools.ts',
    replace: 'agents: [...new Set(agents)]',
    by: 'agents',
  },
  {
    rule: 'What is no id of a tool server is one that is not known',
    file: 'src/core/tools/change-tool-server.ts',
    replace: 'isUuid(id) ? await',
    by: "id !== '' ? await",
  },
  {
    rule: 'The log of changes keeps the origin of a tool server only',
    file: 'src/core/tools/change-tool-server.ts',
    replace: 'url: origin, enabled',
    by: 'url, enabled',
  },
  {
    rule: 'The log of changes shows that only the path of a tool server changed',
    file: 'src/core/tools/change-tool-server.ts',
    replace: '...(isElsewhere ? { other_path: true } : {}),',
    by: '...(isElsewhere && earlier === server ? { other_path: true } : {}),',
  },
  {
    rule: 'Asking a tool server for its tools is in the log of changes',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: "      await auditToolServer(change, actor, 'tool_server.refresh', current, null, said);\n",
    by: '      void said;\n',
  },
  {
    rule: 'A tool server that does not say what it offers says why',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: "if ('failure' in listed) await change.toolServers.saveRefreshFailure(current, listed.failure);",
    by: "if ('failure' in listed) void listed.failure;",
  },
  {
    rule: 'What another address of a tool server offers is not stored',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '      if (current.url !== server.url) return current;\n',
    by: '',
  },
  {
    rule: 'A tool server gets no name that is too long for its approved tools',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '            if (problem !== null)\n',
    by: "            if (problem === '')\n",
  },
  {
    rule: 'A tool server gets no name that another one has',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '        if (!isSaved) throw errors.alreadyExists(`The tool server ${name}`);\n      }),',
    by: '        void isSaved;\n      }),',
  },
  {
    rule: 'A tool that is approved again takes no second place of its agent',
    file: 'src/core/tools/approve-tools.ts',
    replace: '(tool) => tool.serverId !== server.id || tool.name !== name,',
    by: "(tool) => tool.name !== '' || name === '',",
  },
  {
    rule: 'A tool of the same name at another server takes a place of its own',
    file: 'src/core/tools/approve-tools.ts',
    replace: 'tool.serverId !== server.id || tool.name !== name',
    by: 'tool.name !== name',
  },
  {
    rule: 'What is not approved cannot be withdrawn',
    file: 'src/core/tools/approve-tools.ts',
    replace:
      "      if (tool.approval === null) throw partnerErrors.toolNotFound('The tool is not approved.');\n",
    by: '',
  },
  {
    rule: 'An approval is in the log of changes with what was decided',
    file: 'src/core/tools/approve-tools.ts',
    replace: '        after: after && auditable(after),',
    by: '        after: null,',
  },
  {
    rule: 'An approval makes every cached copy of its client stale',
    file: 'src/core/tools/approve-tools.ts',
    replace: '      await tenants.clients.bumpVersion(client.id);\n',
    by: '',
  },
  {
    rule: 'A change of a tool server makes every cached copy of its client stale',
    file: 'src/core/tools/change-tool-server.ts',
    replace: '  await tenants.clients.bumpVersion(client.id);\n',
    by: '',
  },
  {
    rule: 'A tool server that is removed makes every cached copy of its client stale',
    file: 'src/core/tools/manage-tool-servers.ts',
    replace: '      await tenants.clients.bumpVersion(client.id);\n',
    by: '',
  },
];
