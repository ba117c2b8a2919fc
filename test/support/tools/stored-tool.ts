import { randomUUID } from 'node:crypto';
import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Client } from '#core/clients/client.ts';
import type { CalledTool } from '#core/turn/steps/turn-tools.ts';

/** Stores a server with one tool that reads, approved for these agents, and returns what a call keeps of it. */
export async function storeTool(
  database: Queryable,
  { id: clientId }: Pick<Client, 'id'>,
  agents: readonly string[] = [],
): Promise<CalledTool> {
  const serverId = randomUUID();
  const name = 'find_orders';
  await database.query(
    `insert into tool_servers (client_id, id, name, url, secret_key) values ($1, $2, $3, 'https://shop.example', 'key')`,
    [clientId, serverId, `shop-${serverId.slice(0, 8)}`],
  );
  const [row] = await database.query<{ approved_at: Date }>(
    `insert into tools (client_id, server_id, name, definition, approved_hash, approved_at, effect, idempotent, labels,
       agents, timeout_ms)
     values ($1, $2, $3, '{"title":null,"description":"Finds orders.","inputSchema":{"type":"object"}}', 'hash', now(), 'read', false, '{}', $4, 10000)
     returning date_trunc('milliseconds', approved_at) as approved_at`,
    [clientId, serverId, name, agents],
  );
  if (row === undefined) throw new Error('the tool was not stored');
  const label = 'Looks up orders';
  return { serverId, name, effect: 'read', isIdempotent: false, approvedAt: row.approved_at, label };
}
