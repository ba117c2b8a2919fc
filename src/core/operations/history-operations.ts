import { perDimension } from '#contract/quota.ts';
import type { AgentManager } from '../administration/manage-agents.ts';
import type { ClientManager } from '../administration/manage-clients.ts';
import type { UserManager } from '../administration/manage-users.ts';
import { presentClient } from '../administration/present-client.ts';
import { type AuditStore, presentAuditEntry } from '../audit/audit.ts';
import { presentAgent } from '../clients/agent.ts';
import { embeddingSnippet, isUnguarded } from '../clients/embedding.ts';
import { presentHostedUser } from '../clients/hosted-user.ts';
import type { ScreenStore, SomeClients } from '../screens/screen-store.ts';
import { presentPage } from '../shared/list-page.ts';
import { operation, parameter } from './operation.ts';

const shownChanges = 10;
const shownVersions = 50;
const shownClients = 100;

interface ClientServices {
  readonly clients: ClientManager;
  readonly users: UserManager;
  readonly audit: AuditStore;
  readonly screens: ScreenStore;
  tenantUrl(slug: string): string;
}

interface AgentServices {
  readonly agents: AgentManager;
  readonly screens: ScreenStore;
}

const ok = { ok: true } as const;

export const historyOperations = {
  getClientOverview: operation('getClientOverview', async (services: ClientServices, { params }) => {
    const slug = parameter(params, 'slug');
    const { clients, users, audit, screens, tenantUrl } = services;
    const client = await clients.find(slug);
    const filter = { clientSlug: slug, actor: null, action: null };
    const agents = [...client.agents.values()];
    const [{ day, charges }, unanswered, people, entries] = await Promise.all([
      screens.chargesToday([client.id]),
      screens.unansweredOf(
        client.id,
        agents.map((agent) => agent.slug),
      ),
      users.list(slug, {}),
      audit.list(filter, null, shownChanges),
    ]);
    const today = charges.get(client.id) ?? perDimension(() => 0);
    const { data, has_more, next_cursor } = presentPage(people, presentHostedUser);
    return {
      body: {
        ...ok,
        client: presentClient(client, tenantUrl(slug)),
        day,
        today,
        blocked_at_limit: client.dailyLimit !== null && today.requests >= client.dailyLimit,
        unguarded: isUnguarded(client),
        snippet: embeddingSnippet(tenantUrl(slug)),
        agents: agents.map(({ slug: agent, name }) => ({
          slug: agent,
          name,
          default: agent === client.defaultAgent,
          unanswered: unanswered.get(agent) ?? 0,
        })),
        users: { data, has_more, next_cursor },
        audit: entries.map(presentAuditEntry),
      },
    };
  }),
  getAgentHistory: operation('getAgentHistory', async ({ agents, screens }: AgentServices, { params }) => {
    const slug = parameter(params, 'slug');
    const agent = await agents.find(slug);
    const [bound, defaultOf, entries] = await Promise.all([
      screens.clientsBoundTo(slug, shownClients),
      screens.clientsWithDefault(slug, shownClients),
      screens.changesOfAgent(slug, shownVersions),
    ]);
    return {
      body: {
        ...ok,
        agent: presentAgent(agent),
        bound: presentSome(bound),
        default_of: presentSome(defaultOf),
        versions: entries.map(presentAuditEntry),
      },
    };
  }),
};

function presentSome({ slugs, hasMore }: SomeClients) {
  return { data: [...slugs], more: hasMore };
}
