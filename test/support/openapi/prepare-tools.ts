import type { Queryable } from '#adapters/postgres/database/database.ts';
import { toolHash } from '#http/openapi/examples/tools.ts';

const definition = JSON.stringify({
  title: null,
  description: 'The orders of a person.',
  inputSchema: { type: 'object', properties: { status: { type: 'string' } } },
});

/**
 * A new server of a client, with the tool of the examples. It is on this machine, where nothing may be asked: every
 * request to it is refused at once.
 */
export async function prepareToolServer(database: Queryable, slug: string): Promise<string> {
  const [server] = await database.query<{ id: string }>(
    `insert into tool_servers (client_id, id, name, url, secret_key)
     select c.id, gen_random_uuid(), 'on-' || left(gen_random_uuid()::text, 8), 'https://127.0.0.1:1/', 'x'
     from clients c where c.slug = $1 returning id`,
    [slug],
  );
  if (server === undefined) throw new Error(`there is no client ${slug}`);
  await database.query(
    `insert into tools (client_id, server_id, name, offered, offered_hash, definition, approved_hash, approved_at,
       effect, idempotent, labels, agents, timeout_ms)
     select client_id, id, 'find_orders', $2::jsonb, $3, $2::jsonb, $3, now(), 'read', false, '{"en": "Looking"}', '{}',
       10000
     from tool_servers where id = $1`,
    [server.id, definition, toolHash],
  );
  return server.id;
}
