import type { CallableTool, ToolApproval } from '#core/clients/tool-server.ts';

/** `shop_<name>`, which reads, unless `more` says otherwise. */
export function buildTool(name: string, more: Partial<ToolApproval> = {}): CallableTool {
  return {
    server: {
      clientId: 1,
      id: '0198f000-0000-7000-8000-000000000001',
      name: 'shop',
      url: 'https://shop.example/tools',
      enabled: true,
      secret: { generation: 1, key: 'key' },
      previousSecrets: [],
      failures: 0,
      disabledReason: null,
      disabledAt: null,
      refreshedAt: null,
      freshUntil: null,
      refreshFailure: null,
      createdAt: new Date(0),
      updatedAt: new Date(0),
      readAt: new Date(0),
    },
    name,
    approval: {
      definition: { title: null, description: 'Does something.', inputSchema: { type: 'object' } },
      hash: 'hash',
      effect: 'read',
      isIdempotent: false,
      confirm: null,
      labels: { en: 'Looks something up' },
      agents: ['assistant'],
      timeoutMs: 10_000,
      approvedAt: new Date(0),
      ...more,
    },
  };
}
