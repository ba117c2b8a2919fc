import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { limits } from '#contract/limits.ts';
import { ParleyError } from '#core/errors.ts';
import { newId } from '#core/shared/new-id.ts';
import type { ToolAnswer } from '#core/tools/tool-client.ts';
import { ToolTries } from '#core/tools/try-tool.ts';
import type { Break } from '#test/break.ts';
import {
  administratorStores,
  confirmingOne,
  openTenantWorld,
  operator,
  type TenantWorld,
} from '../administration/tenant-world.ts';

const result: ToolAnswer = { outcome: 'result', text: 'done', errorCode: null, bytes: 4 };

describe('A try of a tool', () => {
  let world: TenantWorld;
  let sent = 0;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  function tries(meanwhile?: () => Promise<unknown>): ToolTries {
    const call = async () => {
      sent += 1;
      return result;
    };
    const people = administratorStores(world, meanwhile);
    return new ToolTries(new PostgresTenantStore(world.database), { call }, people);
  }

  it('sends no more than a model may send', async () => {
    const { client } = await world.clients.create(operator, 'trying', { scopes: ['chat', 'tools'] });
    const serverId = newId();
    const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
    await world.database.query(
      `insert into tool_servers (client_id, id, name, url, secret_key)
       values ($1, $2, 'shop', 'https://tools.example.com/', 'k')`,
      [client.id, serverId],
    );
    await world.database.query(
      `insert into tools (client_id, server_id, name, definition, approved_hash, approved_at, effect, idempotent,
         labels, agents, timeout_ms)
       values ($1, $2, 'find', $3, 'h', now(), 'read', false, '{}', '{}', 10000)`,
      [client.id, serverId, { title: null, description: '', inputSchema }],
    );
    const place = { server: serverId, tool: 'find' };
    const ask = (bytes: number) => {
      const given = { text: 'a'.repeat(bytes - JSON.stringify({ text: '' }).length) };
      const asked = { arguments: given, externalUserId: null };
      return tries().call(operator, 'trying', place, asked, () => assert.fail('it only reads'));
    };
    await ask(limits.toolArgumentsBytes);
    await assert.rejects(ask(limits.toolArgumentsBytes + 1), (error) => {
      assert.ok(error instanceof ParleyError);
      assert.deepEqual(
        error.fields.map(({ pointer, code }) => [pointer, code]),
        [['/arguments', 'maxLength']],
      );
      return true;
    });
    assert.equal(sent, 1);
  });

  it('of a tool that writes is confirmed by the password that stands, and takes no attempt to sign in', async () => {
    const { client } = await world.clients.create(operator, 'confirming', {});
    const by = await confirmingOne(world, client);
    const confirm = (password: string, meanwhile?: () => Promise<unknown>) =>
      tries(meanwhile).confirm(client.slug, { ...by, password });
    await confirm(by.password);
    assert.equal(await world.countOf('login_throttle where attempts > 0'), 0);
    const wrong = { code: 'validation_error' };
    await assert.rejects(confirm('another password'), wrong);
    assert.ok((await world.countOf('login_throttle where attempts > 0')) > 0);
    for (const change of ['enabled = false', "enabled = true, password_hash = 'x'"]) {
      const meanwhile = () =>
        world.database.query(`update hosted_users set ${change} where client_id = $1`, [client.id]);
      await assert.rejects(confirm(by.password, meanwhile), wrong, change);
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A try sends no more than a model may send',
    file: 'src/core/tools/try-tool.ts',
    replace: 'Buffer.byteLength(JSON.stringify(given)) > limits.toolArgumentsBytes',
    by: 'Buffer.byteLength(JSON.stringify(given)) < 0',
  },
  {
    rule: 'A try may send as much as a model may send',
    file: 'src/core/tools/try-tool.ts',
    replace: 'Buffer.byteLength(JSON.stringify(given)) > limits.toolArgumentsBytes',
    by: 'Buffer.byteLength(JSON.stringify(given)) >= limits.toolArgumentsBytes',
  },
  {
    rule: 'Somebody who was disabled meanwhile confirms nothing',
    file: 'src/core/sign-in/confirm-password.ts',
    replace: ' || !current.enabled',
    by: '',
  },
  {
    rule: 'A password that was reset meanwhile confirms no try',
    file: 'src/core/tools/try-tool.ts',
    replace: '    await confirmation.requireStanding();\n',
    by: '',
  },
  {
    rule: 'A right password before a try is no attempt to sign in',
    file: 'src/core/tools/try-tool.ts',
    replace: '    await confirmation.release();\n',
    by: '',
  },
];
