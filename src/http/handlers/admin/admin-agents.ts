import type { adminEndpoints } from '#contract/endpoints/admin-endpoints.ts';
import type { AgentManager } from '#core/administration/manage-agents.ts';
import { presentAgent } from '#core/clients/agent.ts';
import { presentPage } from '#core/shared/list-page.ts';
import type { Handler } from '../../routing/call.ts';
import { actorOf, parameter } from './admin-services.ts';

type Endpoints = typeof adminEndpoints;

export function listAgents(agents: AgentManager): Handler<Endpoints['listAgents']> {
  return async ({ query }) => ({ body: presentPage(await agents.list(query), presentAgent) });
}

export function createAgent(agents: AgentManager): Handler<Endpoints['createAgent']> {
  return async ({ caller, body }) => {
    const agent = await agents.create(actorOf(caller), body);
    return {
      status: 201,
      headers: { location: `/v1/admin/agents/${agent.slug}` },
      body: { ok: true, agent: presentAgent(agent) },
    };
  };
}

export function getAgent(agents: AgentManager): Handler<Endpoints['getAgent']> {
  return async ({ params }) => {
    const agent = await agents.find(parameter(params, 'slug'));
    return { body: { ok: true, agent: presentAgent(agent) } };
  };
}

export function deleteAgent(agents: AgentManager): Handler<Endpoints['deleteAgent']> {
  return async ({ caller, params }) => {
    const slug = parameter(params, 'slug');
    await agents.delete(actorOf(caller), slug);
    return { body: { ok: true, slug, deleted: true } };
  };
}

export function updateAgent(agents: AgentManager): Handler<Endpoints['updateAgent']> {
  return async ({ caller, params, body }) => {
    const agent = await agents.update(actorOf(caller), parameter(params, 'slug'), body);
    return { body: { ok: true, agent: presentAgent(agent) } };
  };
}
