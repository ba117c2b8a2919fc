import type { ToolServer as ShownServer, Tool as ShownTool, ToolCall } from '#contract/tools/tools.ts';
import type {
  HashedDefinition,
  Tool,
  ToolApproval,
  ToolCallRecord,
  ToolServer,
} from '../clients/tool-server.ts';
import { requestIdOf } from './tool-client.ts';
import { exposedName, problemOfTool } from './tool-definition.ts';

export function presentToolServer(server: ToolServer): ShownServer {
  const ends = server.previousSecrets.map(({ until }) => until.getTime());
  return {
    id: server.id,
    name: server.name,
    url: server.url,
    enabled: server.enabled,
    disabled_reason: server.disabledReason,
    disabled_at: server.disabledAt?.toISOString() ?? null,
    previous_secret_until: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    refreshed_at: server.refreshedAt?.toISOString() ?? null,
    fresh_until: server.freshUntil?.toISOString() ?? null,
    refresh_error: server.refreshFailure?.text ?? null,
    refresh_error_code: server.refreshFailure?.code ?? null,
    created_at: server.createdAt.toISOString(),
    updated_at: server.updatedAt.toISOString(),
  };
}

export function presentTool(serverName: string, { name, offered, approval }: Tool): ShownTool {
  return {
    name,
    exposed_name: exposedName(serverName, name),
    offered: offered && presentDefinition(offered),
    offered_hash: offered?.hash ?? null,
    problem: offered && problemOfTool(serverName, name, offered.definition),
    approval: approval && presentApproval(approval),
    changed: approval !== null && offered?.hash !== approval.hash,
  };
}

export function presentToolCall(call: ToolCallRecord): ToolCall {
  const { id, tool, label, status, bytes, durationMs, createdAt } = call;
  return {
    ...{ id: requestIdOf(id), tool, label, status },
    ...{ bytes, duration_ms: durationMs, created_at: createdAt.toISOString() },
  };
}

function presentApproval(approval: ToolApproval): NonNullable<ShownTool['approval']> {
  return {
    ...presentDefinition(approval),
    effect: approval.effect,
    idempotent: approval.isIdempotent,
    confirm: approval.confirm,
    labels: { ...approval.labels },
    agents: [...approval.agents],
    timeout_ms: approval.timeoutMs,
    approved_at: approval.approvedAt.toISOString(),
  };
}

function presentDefinition({ definition }: HashedDefinition): NonNullable<ShownTool['offered']> {
  const { title, description, inputSchema } = definition;
  return { title, description, input_schema: { ...inputSchema } };
}
