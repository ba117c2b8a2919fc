import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { ClientManager } from '#core/administration/manage-clients.ts';
import { presentClient } from '#core/administration/present-client.ts';
import type { Client } from '#core/clients/client.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { Hosts } from '../../hosts/hosts.ts';
import type { Call, Handler } from '../../routing/call.ts';
import { actorOf, answerClient, parameter, presentKey } from './admin-services.ts';

type Endpoints = typeof adminEndpoints;

export function listClients(clients: ClientManager, hosts: Hosts): Handler<Endpoints['listClients']> {
  return async ({ query }) => {
    const page = await clients.list(query);
    return { body: presentPage(page, (client) => presentClient(client, hosts.tenantUrl(client.slug))) };
  };
}

export function createClient(clients: ClientManager, hosts: Hosts): Handler<Endpoints['createClient']> {
  return async ({ caller, body }) => {
    const { slug, ...settings } = body;
    const { client, apiKey } = await clients.create(actorOf(caller), slug, settings);
    const location = `/v1/admin/clients/${client.slug}`;
    return { status: 201, headers: { location }, body: presentKey(apiKey, client, hosts) };
  };
}

export function getClient(clients: ClientManager, hosts: Hosts): Handler<Endpoints['getClient']> {
  return async ({ params }) => answerClient(await clients.find(parameter(params, 'slug')), hosts);
}

export function updateClient(clients: ClientManager, hosts: Hosts): Handler<Endpoints['updateClient']> {
  return async ({ caller, params, body }) =>
    answerClient(await clients.update(actorOf(caller), parameter(params, 'slug'), body), hosts);
}

export function rotateKey(clients: ClientManager, hosts: Hosts): Handler<Endpoints['rotateKey']> {
  return async ({ caller, params, body }) => {
    const { overlap_seconds: overlapSeconds } = body ?? {};
    const slug = parameter(params, 'slug');
    const { client, apiKey } = await clients.rotateKey(actorOf(caller), slug, overlapSeconds);
    return { body: presentKey(apiKey, client, hosts) };
  };
}

/** Revoke, enable and rotate-handoff differ only in the change they make. */
export function changeClient(
  clients: ClientManager,
  hosts: Hosts,
  change: 'revoke' | 'enable' | 'rotateHandoff',
): Handler<Endpoints['revokeClient' | 'enableClient' | 'rotateHandoff']> {
  return async ({ caller, params }) =>
    answerClient(await clients[change](actorOf(caller), parameter(params, 'slug')), hosts);
}

export function bindAgent(clients: ClientManager, hosts: Hosts): Handler<Endpoints['bindAgent']> {
  return async (call) => answerClient(await changeBinding(clients, 'bindAgent', call), hosts);
}

export function unbindAgent(clients: ClientManager, hosts: Hosts): Handler<Endpoints['unbindAgent']> {
  return async (call) => answerClient(await changeBinding(clients, 'unbindAgent', call), hosts);
}

function changeBinding(
  clients: ClientManager,
  change: 'bindAgent' | 'unbindAgent',
  { caller, params }: Pick<Call, 'caller' | 'params'>,
): Promise<Client> {
  return clients[change](actorOf(caller), parameter(params, 'slug'), parameter(params, 'agent'));
}
