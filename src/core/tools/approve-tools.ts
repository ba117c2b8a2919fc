import { type Language, languages } from '#contract/languages/languages.ts';
import { limits } from '#contract/limits.ts';
import type { ToolApprovalRequest } from '#contract/tools/tools.ts';
import type { TenantChange, TenantStore } from '../administration/tenant-store.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import type { AuditAction } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import type {
  HashedDefinition,
  Tool,
  ToolCallRecord,
  ToolDecision,
  ToolServer,
  ToolServerStore,
} from '../clients/tool-server.ts';
import { errors } from '../errors.ts';
import { requireAgent } from '../identity/agents.ts';
import { partnerErrors } from '../partner-errors.ts';
import { checkShown } from './asked-question.ts';
import { findToolServer, lockToolServer } from './change-tool-server.ts';
import { bytesOfTool, problemOfTool } from './tool-definition.ts';
import { checkQuestion } from './tool-question.ts';

export interface ToolOfServer {
  readonly server: ToolServer;
  readonly tool: Tool;
}

/** What a person decides about the tools of servers. */
export class ToolApprovals {
  readonly #store: ToolServerStore;
  readonly #tenants: TenantStore;

  constructor(store: ToolServerStore, tenants: TenantStore) {
    this.#store = store;
    this.#tenants = tenants;
  }

  async list(
    { id: clientId }: Pick<Client, 'id'>,
    id: string,
  ): Promise<{ readonly server: ToolServer; readonly tools: readonly Tool[] }> {
    const server = await findToolServer(this.#store, clientId, id);
    return { server, tools: await this.#store.tools(clientId, server.id) };
  }

  async calls({ id: clientId }: Pick<Client, 'id'>, id: string): Promise<readonly ToolCallRecord[]> {
    const server = await findToolServer(this.#store, clientId, id);
    return this.#store.calls(clientId, server.id, limits.toolCallsListed);
  }

  /** From now on models read the definition that was offered under this hash, whatever the server says later. */
  approve(
    actor: Actor,
    slug: string,
    place: { readonly server: string; readonly tool: string },
    request: ToolApprovalRequest,
  ): Promise<ToolOfServer> {
    return this.#change(actor, 'tool.approve', slug, place, async (tenants, client, { server, tool }) => {
      const { offered } = tool;
      if (offered?.hash !== request.offered_hash) {
        throw partnerErrors.toolDefinitionChanged(offered?.hash ?? null);
      }
      const problem = problemOfTool(server.name, tool.name, offered.definition);
      if (problem !== null) throw partnerErrors.toolSchemaUnsupported(problem);
      const decision = decisionOf(request, client, offered);
      await requireRoom(tenants, server, tool.name, offered, decision.agents);
      await tenants.toolServers.approve(client.id, server.id, tool.name, decision);
    });
  }

  async withdraw(
    actor: Actor,
    slug: string,
    place: { readonly server: string; readonly tool: string },
  ): Promise<void> {
    await this.#change(actor, 'tool.withdraw', slug, place, async (tenants, client, { server, tool }) => {
      if (tool.approval === null) throw partnerErrors.toolNotFound('The tool is not approved.');
      await tenants.toolServers.withdraw(client.id, server.id, tool.name);
    });
  }

  /** Admissions are excluded meanwhile, and cached copies of the client are stale afterwards. */
  #change(
    actor: Actor,
    action: AuditAction,
    slug: string,
    place: { readonly server: string; readonly tool: string },
    work: (tenants: TenantChange, client: Client, before: ToolOfServer) => Promise<void>,
  ): Promise<ToolOfServer> {
    return this.#tenants.change(actor, async (tenants) => {
      const { client, server } = await lockToolServer(tenants, slug, place.server);
      const before = await tenants.toolServers.tool(client.id, server.id, place.tool);
      if (before === null) throw partnerErrors.toolNotFound();
      await work(tenants, client, { server, tool: before });
      await tenants.clients.bumpVersion(client.id);
      const after = await tenants.toolServers.tool(client.id, server.id, place.tool);
      await tenants.audit.append({
        clientId: client.id,
        actor: actorName(actor),
        action,
        subject: `${server.name}/${before.name}`,
        before: auditable(before),
        after: after && auditable(after),
      });
      return { server, tool: after ?? { ...before, approval: null } };
    });
  }
}

/** Without the definition, which the hash names. */
function auditable({ approval }: Tool): Readonly<Record<string, unknown>> | null {
  if (approval === null) return null;
  const { hash, effect, isIdempotent, confirm, labels, agents, timeoutMs } = approval;
  return {
    ...{ hash, effect, confirm, labels },
    ...{ idempotent: isIdempotent, offered_to: agents, timeout_ms: timeoutMs },
  };
}

function decisionOf(
  { effect, idempotent = false, confirm = null, labels, agents, timeout_ms: timeoutMs }: ToolApprovalRequest,
  client: Client,
  { definition }: HashedDefinition,
): ToolDecision {
  for (const agent of agents) requireAgent(client, agent);
  if (effect === 'read' && confirm !== null) {
    throw errors.invalidField('/confirm', 'is for tools that write', 'not');
  }
  return {
    effect,
    isIdempotent: idempotent,
    confirm: effect === 'read' ? null : checkQuestion(confirm, definition.inputSchema),
    labels: checkLabels(labels),
    agents: [...new Set(agents)],
    timeoutMs: timeoutMs ?? limits.toolTimeoutMs.default,
  };
}

function checkLabels(labels: Readonly<Record<string, string>>): ToolDecision['labels'] {
  const checked: Partial<Record<Language, string>> = {};
  for (const [tag, text] of Object.entries(labels)) {
    const language = languages.find((each) => each === tag);
    if (language === undefined)
      throw errors.invalidField(`/labels/${tag}`, 'is no language of the pages', 'unknown');
    checkShown(`/labels/${tag}`, text);
    checked[language] = text;
  }
  return checked;
}

/** The tools of one agent, from all servers of the client, have to fit into what a model is told. */
async function requireRoom(
  { toolServers }: Pick<TenantChange, 'toolServers'>,
  server: ToolServer,
  name: string,
  { definition }: HashedDefinition,
  agents: readonly string[],
): Promise<void> {
  const others = (await toolServers.approved(server.clientId)).filter(
    (tool) => tool.serverId !== server.id || tool.name !== name,
  );
  const { count, bytes } = limits.toolsOfAgent;
  for (const agent of agents) {
    const beside = others.filter((tool) => tool.agents.includes(agent));
    const size = beside.reduce(
      (sum, tool) => sum + bytesOfTool(tool.serverName, tool.name, tool.definition),
      bytesOfTool(server.name, name, definition),
    );
    if (beside.length >= count)
      throw partnerErrors.tooManyTools(`The agent ${agent} has ${count} tools already.`);
    if (size > bytes) {
      throw partnerErrors.tooManyTools(
        `The definitions of the agent ${agent} would have more than ${bytes} bytes.`,
      );
    }
  }
}
