import type { Queryable } from '#adapters/postgres/database/database.ts';
import type { Api } from '../world/api.ts';
import type { Tenant } from '../world/hosted.ts';
import { Partner } from '../world/partner.ts';
import type { Caller } from './described-request.ts';
import { prepareToolServer } from './prepare-tools.ts';

/** The names of requests that decide about an action of their own. */
const deciding = ['good', 'a no', 'too fast'];

export function needsAction({ path, name }: { readonly path: string; readonly name: string }): boolean {
  return path.endsWith('/actions/{uuid}') && deciding.includes(name);
}

/** An answer that asks before a tool changes something; its server refuses every request. */
export async function prepareAction(
  api: Api,
  { slug, client, key }: Tenant,
  caller: Caller,
): Promise<string> {
  const { database } = api;
  const answer = await new Partner(api, client, key).send();
  const server = await prepareToolServer(database, slug);
  const action = await storeAction(database, String(answer.headers.get('x-job-id')), server);
  if (caller === 'too fast') {
    const full = `insert into burst_windows (client_id, window_start, requests)
      values ($1, now() + interval '1 hour', 1) on conflict (client_id)
        do update set window_start = excluded.window_start, requests = 1`;
    await database.query(full, [client.id]);
    await database.query('update clients set burst_per_minute = 1, version = version + 1 where id = $1', [
      client.id,
    ]);
  }
  return action;
}

/** As if the answer of a turn had ended with a question about the only tool of a server. Its id is that of the action. */
export async function storeAction(database: Queryable, turnId: string, serverId: string): Promise<string> {
  const [action] = await database.query<{ id: string }>(
    `insert into tool_calls (client_id, conversation_id, turn_id, step, place, id, model_call_id, name, server_id, tool,
       effect, idempotent, approved_at, label, question, status, sends, arguments, is_error, decide_until)
     select t.client_id, t.conversation_id, t.id, 1, 1, gen_random_uuid(), 'call_1', a.name, a.server_id, a.name,
       'write', false, date_trunc('milliseconds', a.approved_at), 'Looking', 'Look?', 'pending', 0, '{}', false,
       now() + interval '15 minutes'
     from turns t join tools a on a.client_id = t.client_id and a.server_id = $2 where t.id = $1 returning id`,
    [turnId, serverId],
  );
  if (action === undefined) throw new Error('there is no such turn or server');
  return action.id;
}
