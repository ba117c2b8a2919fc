import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresToolServerHealth } from '#adapters/postgres/tools/tool-server-health.ts';
import type { ToolCallList } from '#contract/tools/tools.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Break } from '#test/break.ts';
import { storeAction } from '#test/openapi/prepare-action.ts';
import { prepareToolServer } from '#test/openapi/prepare-tools.ts';
import { problemOf, readAnswer } from '#test/reading/answered.ts';
import * as shop from '#test/tools/partner-tools.ts';
import { type Hosted, openHosted, type Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';

const operator = { kind: 'operator-cli' } as const;
const yes = { external_user_id: 'user-1', decision: 'confirm' };

/** A partner with an agent of its own, whose answer waits for a yes. */
interface Waiting {
  readonly tenant: Tenant;
  readonly partner: Partner;
  readonly agent: string;
  readonly server: string;
  readonly action: string;
}

describe('What waits for a yes', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await openHosted();
  });
  after(() => hosted[Symbol.asyncDispose]());

  async function wait(columns: Readonly<Record<string, unknown>> = {}): Promise<Waiting> {
    const tenant = await hosted.tenant({ scopes: ['chat', 'tools', 'webhooks'], ...columns });
    const partner = new Partner(hosted.api, tenant.client, tenant.key);
    const agent = `helper-${newId()}`;
    const settings = { slug: agent, name: 'Helper', instructions: 'Help.', reserved: false };
    await hosted.administration.agents.create(operator, settings);
    const server = await prepareToolServer(hosted.api.database, tenant.slug);
    const action = await asked(partner, server, { agent_slug: agent });
    return { tenant, partner, agent, server, action };
  }

  async function asked(partner: Partner, server: string, body: object = {}): Promise<string> {
    const answer = await partner.send({ ...body });
    return storeAction(hosted.api.database, String(answer.headers.get('x-job-id')), server);
  }

  /** And the arguments, where any are kept. */
  async function stored(action: string): Promise<string> {
    const [row] = await hosted.api.database.query<{ status: string; arguments: string }>(
      'select status, arguments from tool_calls where id = $1',
      [action],
    );
    return `${row?.status} ${row?.arguments}`.trim();
  }

  const tool = ({ server }: Waiting) => `/tool-servers/${server}/tools/find_orders`;
  const ways: Readonly<Record<string, (waiting: Waiting) => Promise<unknown>>> = {
    'its approval is withdrawn': (waiting) => waiting.partner.request('DELETE', tool(waiting)),
    'there is another approval': ({ partner, server }) =>
      shop.approve(partner, server, 'find_orders', shop.looking),
    'its server is disabled': ({ partner, server }) =>
      partner.request('PATCH', `/tool-servers/${server}`, { enabled: false }),
    'its server has moved': ({ partner, server }) =>
      partner.request('PATCH', `/tool-servers/${server}`, { name: 'market' }),
    'its server is removed': ({ partner, server }) => partner.request('DELETE', `/tool-servers/${server}`),
    'its server says that it is gone': ({ partner: { client }, server: id }) =>
      new PostgresToolServerHealth(hosted.api.database).failed(
        { clientId: client.id, id, url: 'https://127.0.0.1:1/' },
        true,
      ),
    'its agent is unbound': ({ tenant, agent }) =>
      hosted.administration.clients.unbindAgent(operator, tenant.slug, agent),
    'its agent is reserved to others': ({ agent }) =>
      hosted.administration.agents.update(operator, agent, { reserved: true }),
    'its agent is deleted': ({ agent }) => hosted.administration.agents.delete(operator, agent),
    'its client is revoked': ({ tenant }) => hosted.administration.clients.revoke(operator, tenant.slug),
  };
  for (const [way, close] of Object.entries(ways)) {
    test(`is closed and emptied once ${way}`, async () => {
      const [waiting, other] = [await wait(), await wait()];
      await close(waiting);
      assert.deepEqual([await stored(waiting.action), await stored(other.action)], ['expired', 'pending {}']);
    });
  }

  test('is closed once its user is blocked, and stays closed when the user may ask again', async () => {
    const { partner, server, action } = await wait();
    const other = await asked(partner, server, { context: { external_user_id: 'user-2' } });
    const blocked = '/blocked-users?external_user_id=user-1';
    assert.equal((await partner.request('PUT', blocked)).status, 200);
    assert.deepEqual([await stored(action), await stored(other)], ['expired', 'pending {}']);
    assert.equal((await partner.request('DELETE', blocked)).status, 200);
    problemOf(await partner.post(`/actions/${action}`, yes), 'action_closed');
  });

  test('is expired in the list of calls once its conversation has gone on, before anything closes it', async () => {
    const { partner, agent, server, action } = await wait();
    const listed = async () => {
      const { text } = await partner.get(`/tool-servers/${server}/calls`);
      const { data }: ToolCallList = JSON.parse(text);
      return data.map(({ status }) => status);
    };
    assert.deepEqual(await listed(), ['pending']);
    const [call] = await hosted.api.database.query<{ conversation_id: string }>(
      'select conversation_id from tool_calls where id = $1',
      [action],
    );
    await partner.send({ agent_slug: agent, conversation_uuid: call?.conversation_id });
    assert.deepEqual([await stored(action), await listed()], ['pending {}', ['expired']]);
  });

  test('is confirmed although the day is used up, since that costs nothing', async () => {
    const { partner, action } = await wait({ daily_limit: 1 });
    problemOf(await partner.send(), 'quota_exceeded');
    assert.equal((await partner.post(`/actions/${action.toUpperCase()}`, yes)).status, 202);
    assert.equal((await partner.usage()).requests.used, 1);
  });

  test('stays as it is where too many turns run, and where another partner or nobody was asked', async () => {
    const { partner, action } = await wait({ concurrent_turns: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    hosted.api.provider.enqueue({ restOn: promise });
    const running = await partner.open({ context: { external_user_id: 'user-2' } });
    problemOf(await partner.post(`/actions/${action}`, yes), 'too_many_concurrent');
    resolve();
    await readAnswer(running);
    const { partner: stranger } = await wait();
    problemOf(await stranger.post(`/actions/${action}`, yes), 'action_not_found');
    for (const unknown of [newId(), `${action}0`])
      problemOf(await partner.post(`/actions/${unknown}`, yes), 'action_not_found');
    assert.equal(await stored(action), 'pending {}');
    assert.equal((await partner.post(`/actions/${action}`, yes)).status, 202);
  });

  test('is decided in a session of its user, and in no other one, and the log says so', async () => {
    const { tenant, partner, action } = await wait();
    await partner.get('/events');
    const decide = async (userId: string, decision: string) => {
      const browser = hosted.browser({ authorization: `Bearer ${await tenant.token(userId)}` });
      return browser.sendJson(tenant.url(`/chat/actions/${action}`), 'POST', { decision });
    };
    const refused = await decide('user-2', 'confirm');
    assert.deepEqual([refused.status, JSON.parse(refused.text).code], [404, 'action_not_found']);
    assert.equal((await decide('user-1', 'decline')).status, 200);
    const [turn] = await hosted.api.database.query<{ conversation: string }>(
      'select conversation_id as conversation from tool_calls where id = $1',
      [action],
    );
    assert.deepEqual(await shop.eventsOf(partner, 'action.decided', 1), [
      {
        ...{ action_uuid: action, conversation_uuid: turn?.conversation, external_user_id: 'user-1' },
        ...{ decision: 'decline', by: 'session' },
      },
    ]);
  });

  test('is closed once its user is disabled', async () => {
    const { tenant, server, action } = await wait();
    const { browser, user } = await tenant.visitor();
    await browser.sendJson(tenant.url('/chat/stream'), 'POST', { prompt: 'A question' });
    const [turn] = await hosted.api.database.query<{ id: string }>(
      'select id from turns where client_id = $1 and external_user_id = $2',
      [tenant.client.id, `hu:${user.id}`],
    );
    const own = await storeAction(hosted.api.database, turn?.id ?? assert.fail('no turn'), server);
    await hosted.administration.users.update(operator, tenant.slug, { id: user.id }, { enabled: false });
    assert.deepEqual([await stored(own), await stored(action)], ['expired', 'pending {}']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'What is no id of an action is one that is not known',
    file: 'src/core/actions/decide-action.ts',
    replace: 'isUuid(id) ? await',
    by: "id !== '' ? await",
  },
  {
    rule: 'The list of calls says of a question that it is over as soon as it is',
    file: 'src/adapters/postgres/tools/tool-server-store.ts',
    replace: '${shownStatusColumn} as status',
    by: 'k.status',
  },
  {
    rule: 'A yes needs no quota',
    file: 'src/core/usage/charge.ts',
    replace: '  if (isConfirmation) return perDimension(() => 0);\n',
    by: '',
  },
  {
    rule: 'The log says whether a key or a session has decided',
    file: 'src/core/actions/decide-action.ts',
    replace: "return caller.kind === 'hosted' ? 'session' : 'key';",
    by: "return caller.kind === 'hosted' ? 'key' : 'key';",
  },
  {
    rule: 'A change of approvals or servers closes what waits for a yes',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: `where id = $1', [id]);
    await this.#expireActions(id);
  }

  async beginEvents`,
    by: `where id = $1', [id]);
  }

  async beginEvents`,
  },
  {
    rule: 'Unbinding an agent closes what waits for a yes',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'if (!bound) await this.#expireActions(id);',
    by: '',
  },
  {
    rule: 'A change of agents closes what waits for a yes',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: 'await this.#expireActions(null);',
    by: '',
  },
  {
    rule: 'Blocking, disabling and revoking close what waits for a yes',
    file: 'src/adapters/postgres/administration/client-writer.ts',
    replace: `      waitingIsRefunded,
    ]);
    await this.#expireActions(id);`,
    by: `      waitingIsRefunded,
    ]);`,
  },
  {
    rule: 'A tool server that fails closes what waits for a yes',
    file: 'src/adapters/postgres/tools/tool-server-health.ts',
    replace: "      await transaction.query('select expire_actions($1, null)', [clientId]);\n",
    by: '',
  },
  {
    rule: 'A question of a blocked user is over',
    file: 'database/functions/15-steps.sql',
    replace: 'where b.client_id = t.client_id and b.external_user_id = t.external_user_id)',
    by: 'where b.client_id = t.client_id and false)',
  },
  {
    rule: 'A question of a disabled user is over',
    file: 'database/functions/15-steps.sql',
    replace: "'hu:' || h.id = t.external_user_id and not h.enabled",
    by: "'hu:' || h.id = t.external_user_id and h.id is null",
  },
  {
    rule: 'A question of a revoked client is over',
    file: 'database/functions/15-steps.sql',
    replace: 'or not c.enabled or',
    by: 'or',
  },
  {
    rule: 'A question of an agent that its client may not use is over',
    file: 'database/functions/15-steps.sql',
    replace: ' or not agent_allowed(c.id, t.agent_slug)',
    by: '',
  },
  {
    rule: 'A question that can be said yes to stays open when another one is closed',
    file: 'database/functions/15-steps.sql',
    replace: '(p_client is null or k.client_id = p_client)\n      and is_action_over(k)',
    by: '(p_client is null or k.client_id = p_client)',
  },
];
