import { randomBytes } from 'node:crypto';
import type { CallableTool, ToolServer } from '#core/clients/tool-server.ts';
import type { SignRequest, ToolCallContext, ToolRequest } from '#core/tools/tool-client.ts';
import { signedHeaders } from '#core/webhooks/webhook-courier.ts';

const now = new Date();

export const testSigningSecret = `whsec_${randomBytes(32).toString('base64')}`;

export const sign: SignRequest = (id, body) => signedHeaders([testSigningSecret], id, body, new Date());

export function serverAt(url: string, more: Partial<ToolServer> = {}): ToolServer {
  return {
    ...{ clientId: 1, id: '0198c0de-0000-7000-8000-000000000000', name: 'shop', url, enabled: true },
    ...{ secret: { generation: 1, key: 'k' }, previousSecrets: [], failures: 0 },
    ...{ disabledReason: null, disabledAt: null, refreshedAt: null, freshUntil: null, refreshFailure: null },
    ...{ createdAt: now, updatedAt: now, readAt: now },
    ...more,
  };
}

const context: ToolCallContext = {
  ...{ externalUserId: 'user-1', facts: { plan: 'gold' }, agentSlug: 'assistant', attempt: 2 },
  ...{ conversationId: null, jobId: null, confirmedAt: null, isTry: false },
};

/** A call of `find_orders` at this address. */
export function requestAt(
  url: string,
  { timeoutMs = 30_000, inputSchema = { type: 'object' } as object, ...more }: CallOptions = {},
): ToolRequest {
  const definition = { title: null, description: '', inputSchema: { ...inputSchema } };
  const decided = { effect: 'read', isIdempotent: false, confirm: null, labels: {}, agents: [] } as const;
  const tool: CallableTool = {
    server: serverAt(url),
    name: 'find_orders',
    approval: { definition, hash: 'h', ...decided, timeoutMs, approvedAt: now },
  };
  return { tool, callId: 'call_1', arguments: {}, context, at: now, ...more };
}

interface CallOptions extends Partial<Omit<ToolRequest, 'tool'>> {
  readonly timeoutMs?: number;
  readonly inputSchema?: object;
}
