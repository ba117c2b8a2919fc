import type { AgentManager } from '../administration/manage-agents.ts';
import { type AgentRecord, presentAgent } from '../clients/agent.ts';
import { presentPage } from '../shared/list-page.ts';
import { operation, parameter } from './operation.ts';

interface Services {
  readonly agents: AgentManager;
}

export const agentOperations = {
  listAgents: operation('listAgents', async ({ agents }: Services, { query }) => ({
    body: presentPage(await agents.list(query), presentAgent),
  })),
  createAgent: operation('createAgent', async ({ agents }: Services, { by, body }) => {
    const agent = await agents.create(by.actor, body);
    return { ...agentResult(agent), location: `/agents/${agent.slug}` };
  }),
  getAgent: operation('getAgent', async ({ agents }: Services, { params }) =>
    agentResult(await agents.find(parameter(params, 'slug'))),
  ),
  updateAgent: operation('updateAgent', async ({ agents }: Services, { by, params, body }) =>
    agentResult(await agents.update(by.actor, parameter(params, 'slug'), body)),
  ),
  deleteAgent: operation('deleteAgent', async ({ agents }: Services, { by, params }) => {
    const slug = parameter(params, 'slug');
    await agents.delete(by.actor, slug);
    return { body: { ok: true, slug, deleted: true } } as const;
  }),
};

function agentResult(agent: AgentRecord) {
  return { body: { ok: true, agent: presentAgent(agent) } } as const;
}
