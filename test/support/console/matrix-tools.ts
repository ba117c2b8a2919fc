import type { Asked, Recipe } from './recipe.ts';

const actor = { kind: 'service' } as const;

/** About a client, and a tool server that it does not have. */
const onTools: (more?: Omit<Asked, 'words'>) => Recipe =
  (more = {}) =>
  async ({ clients }, slug) => {
    await clients.create(actor, slug, {});
    return { params: { slug, server: '0198c0de-0000-7000-8000-000000000000', tool: 'find_orders' }, ...more };
  };

export const toolRecipes = {
  listClientToolServers: onTools(),
  createClientToolServer: onTools({ body: { name: 'shop', url: 'https://tools.example.com/' } }),
  getClientToolServer: onTools(),
  updateClientToolServer: onTools({ body: { enabled: false } }),
  deleteClientToolServer: onTools(),
  refreshClientToolServer: onTools(),
  rotateClientToolServerSecret: onTools(),
  enableClientToolServer: onTools(),
  listClientTools: onTools(),
  listClientToolCalls: onTools(),
  approveClientTool: onTools({
    body: { offered_hash: 'h', effect: 'read', labels: { en: 'Looking' }, agents: [] },
  }),
  withdrawClientTool: onTools(),
  callClientTool: onTools({ body: { arguments: {} } }),
} as const;
