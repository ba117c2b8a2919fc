import assert from 'node:assert/strict';
import { PostgresToolServerStore } from '#adapters/postgres/tools/tool-server-store.ts';
import type { EventType } from '#contract/events/event-log.ts';
import type {
  Tool,
  ToolServerAnswer,
  ToolServerList,
  ToolServerSecretAnswer,
  ToolTried,
} from '#contract/tools/tools.ts';
import { type Answered, readAnswer } from '../reading/answered.ts';
import { until } from '../reading/until.ts';
import type { Hosted } from '../world/hosted.ts';
import type { Partner } from '../world/partner.ts';
import type { ToolServerRun } from './tool-server.ts';

export const looking = { effect: 'read', labels: { en: 'Looking' }, agents: ['assistant'] } as const;
export const cancelling = {
  effect: 'write',
  confirm: 'Cancel order {order_id}?',
  labels: { en: 'Cancelling' },
  agents: ['assistant'],
} as const;

export async function addServer(
  partner: Partner,
  { url }: Pick<ToolServerRun, 'url'>,
  name = 'shop',
): Promise<ToolServerSecretAnswer> {
  const answer = await partner.post('/tool-servers', { name, url });
  assert.equal(answer.status, 201, answer.text);
  const server: ToolServerSecretAnswer = JSON.parse(answer.text);
  assert.equal(answer.headers.get('location'), `/v1/tool-servers/${server.id}`);
  return server;
}

export async function refresh(partner: Partner, id: string): Promise<ToolServerAnswer> {
  const answer = await partner.post(`/tool-servers/${id}/refresh`, {});
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

export async function toolsOf(partner: Partner, id: string): Promise<ReadonlyMap<string, Tool>> {
  const { data }: { readonly data: readonly Tool[] } = JSON.parse(
    (await partner.get(`/tool-servers/${id}/tools`)).text,
  );
  return new Map(data.map((tool) => [tool.name, tool]));
}

/** As it is offered now, unless the decision names another definition. */
export async function askForApproval(
  partner: Partner,
  id: string,
  name: string,
  decision: object,
): Promise<Answered> {
  const tool = (await toolsOf(partner, id)).get(name);
  const body = { offered_hash: tool?.offered_hash, ...decision };
  return readAnswer(await partner.request('PUT', `/tool-servers/${id}/tools/${name}`, body));
}

export async function approve(partner: Partner, id: string, name: string, decision: object): Promise<Tool> {
  const answer = await askForApproval(partner, id, name, decision);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

export async function tryTool(partner: Partner, id: string, name: string, given: object): Promise<ToolTried> {
  const answer = await partner.post(`/tool-servers/${id}/tools/${name}/call`, given);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

/** For whom a tool was called, and whether that was no try. */
export function askedFor(body: string): readonly unknown[] {
  const { external_user_id: user, livemode } = JSON.parse(body).params._meta['dev.parley/call'];
  return [user, livemode];
}

/** A server that is added and read, and whose `find_orders` is approved. */
export async function readyServer(partner: Partner, run: ToolServerRun): Promise<ToolServerSecretAnswer> {
  const server = await addServer(partner, run);
  await refresh(partner, server.id);
  await approve(partner, server.id, 'find_orders', looking);
  return server;
}

export async function listServers(partner: Partner): Promise<ToolServerList['data']> {
  return JSON.parse((await partner.get('/tool-servers')).text).data;
}

/** Gives the agent so many more tools, each with this description. */
export function fillAgent(
  { api }: Hosted,
  { client }: Partner,
  id: string,
  count: number,
  description: string,
) {
  return api.database.query(
    `insert into tools (client_id, server_id, name, definition, approved_hash, approved_at, effect, idempotent,
       labels, agents, timeout_ms)
     select $1, $2, 'other_' || n, jsonb_build_object('title', null, 'description', $4::text, 'inputSchema',
       jsonb_build_object('type', 'object')), 'h', now(), 'read', false, '{}', '{assistant}', 10000
     from generate_series(1, $3) n on conflict (client_id, server_id, name) do update
       set definition = excluded.definition`,
    [client.id, id, count, description],
  );
}

/** What a turn of the agent would be offered; the cached client says whether it asks at all. */
export async function offeredTo({ api, administration }: Hosted, { client }: Partner) {
  const store = new PostgresToolServerStore(api.database);
  const { toolAgents } = await administration.clients.find(client.slug);
  const callable = await store.callable(client.id, 'assistant');
  assert.equal(toolAgents.includes('assistant'), callable.length > 0);
  return callable.map(({ server, name, approval }) => [server.name, name, approval.definition.description]);
}

/** Waits for so many: the log shows an event once no transaction that began before it is open. */
export async function eventsOf(partner: Partner, type: EventType, count: number): Promise<readonly object[]> {
  const read = async (): Promise<readonly { readonly data: object }[]> =>
    JSON.parse((await partner.get(`/events?types=${type}`)).text).data;
  await until(async () => (await read()).length >= count);
  return (await read()).map(({ data }) => data);
}
