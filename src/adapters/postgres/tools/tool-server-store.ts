import type {
  ApprovedTool,
  CallableTool,
  OfferedTool,
  RefreshFailure,
  Tool,
  ToolCallRecord,
  ToolDecision,
  ToolServer,
  ToolServerSettings,
  ToolServerWriter,
} from '#core/clients/tool-server.ts';
import type { SecretName } from '#core/shared/secret-name.ts';
import { camelRow, camelRows } from '../database/camel-rows.ts';
import type { Queryable } from '../database/database.ts';
import {
  approvalColumn,
  approvalOf,
  type ServerRow,
  type StoredApproval,
  serverColumns,
  serverOf,
  shownStatusColumn,
  type ToolRow,
  toolOf,
  toolSql,
} from './tool-rows.ts';

/** Reads and, inside a transaction, changes tool servers and what is approved of their tools. */
export class PostgresToolServerStore implements ToolServerWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async list(clientId: number): Promise<readonly ToolServer[]> {
    const text = `select ${serverColumns} from tool_servers s where s.client_id = $1 order by s.id`;
    return (await camelRows<ServerRow>(this.#database, text, [clientId])).map(serverOf);
  }

  async find(clientId: number, id: string): Promise<ToolServer | null> {
    const text = `select ${serverColumns} from tool_servers s where s.client_id = $1 and s.id = $2`;
    const row = await camelRow<ServerRow>(this.#database, text, [clientId, id]);
    return row && serverOf(row);
  }

  async tools(clientId: number, serverId: string): Promise<readonly Tool[]> {
    const text = `${toolSql} order by t.name collate "C"`;
    return (await camelRows<ToolRow>(this.#database, text, [clientId, serverId])).map(toolOf);
  }

  async tool(clientId: number, serverId: string, name: string): Promise<Tool | null> {
    const row = await camelRow<ToolRow>(this.#database, `${toolSql} and t.name = $3`, [
      clientId,
      serverId,
      name,
    ]);
    return row && toolOf(row);
  }

  calls(clientId: number, serverId: string, count: number): Promise<readonly ToolCallRecord[]> {
    return camelRows(
      this.#database,
      `select k.id, k.tool, k.label, ${shownStatusColumn} as status, k.bytes, k.duration_ms, k.created_at from tool_calls k
       where k.client_id = $1 and k.server_id = $2
       order by k.created_at desc, k.step desc, k.place desc limit $3`,
      [clientId, serverId, count],
    );
  }

  async callable(clientId: number, agentSlug: string): Promise<readonly CallableTool[]> {
    const rows = await camelRows<
      ServerRow & { readonly toolName: string; readonly approval: StoredApproval }
    >(
      this.#database,
      `select ${serverColumns}, t.name as tool_name, ${approvalColumn} as approval
       from tools t join tool_servers s on s.client_id = t.client_id and s.id = t.server_id
       where t.client_id = $1 and t.approved_at is not null and $2 = any (t.agents) and s.enabled
       order by s.name collate "C", t.name collate "C"`,
      [clientId, agentSlug],
    );
    return rows.map(({ toolName: name, approval, ...server }) => ({
      server: serverOf(server),
      name,
      approval: approvalOf(approval),
    }));
  }

  insert(server: Pick<ToolServer, 'clientId' | 'id' | 'name' | 'url' | 'secret'>): Promise<boolean> {
    const { clientId, id, name, url, secret } = server;
    return this.#changed(
      `insert into tool_servers (client_id, id, name, url, generation, secret_key)
       values ($1, $2, $3, $4, $5, $6) on conflict (client_id, name) do nothing returning id`,
      [clientId, id, name, url, secret.generation, secret.key],
    );
  }

  async lock(clientId: number, id: string): Promise<void> {
    const text = 'select from tool_servers where client_id = $1 and id = $2 for update';
    await this.#database.query(text, [clientId, id]);
  }

  async save(
    { clientId, id }: Pick<ToolServer, 'clientId' | 'id'>,
    { name, url, enabled }: ToolServerSettings,
  ): Promise<boolean> {
    const isFree = await this.#changed(
      `select true where not exists (select from tool_servers where client_id = $1 and name = $3 and id <> $2)`,
      [clientId, id, name],
    );
    if (!isFree) return false;
    await this.#database.query(
      `update tools t set approved_at = date_trunc('milliseconds', clock_timestamp()) from tool_servers s
       where s.client_id = $1 and s.id = $2 and (s.name <> $3 or s.url <> $4)
         and t.client_id = s.client_id and t.server_id = s.id and t.approved_at is not null`,
      [clientId, id, name, url],
    );
    await this.#database.query(
      `update tool_servers set name = $3, url = $4, enabled = $5, updated_at = now(),
         failures = case when ($5 and not enabled) or url <> $4 then 0 else failures end,
         disabled_reason = case when not $5 then disabled_reason end,
         disabled_at = case when $5 then null else coalesce(disabled_at, now()) end
       where client_id = $1 and id = $2`,
      [clientId, id, name, url, enabled],
    );
    return true;
  }

  async setSecret(
    { clientId, id, previousSecrets }: ToolServer,
    { generation, key }: SecretName,
    overlapSeconds: number,
  ): Promise<void> {
    await this.#database.query(
      `update tool_servers set previous_secrets = case when $5::integer > 0
           then $6::jsonb || jsonb_build_object('generation', generation, 'key', secret_key,
             'until', now() + make_interval(secs => $5)) else '[]' end,
         generation = $3, secret_key = $4, updated_at = now()
       where client_id = $1 and id = $2`,
      [clientId, id, generation, key, overlapSeconds, JSON.stringify(previousSecrets.slice(-3))],
    );
  }

  async delete(clientId: number, id: string): Promise<void> {
    await this.#database.query('delete from tool_servers where client_id = $1 and id = $2', [clientId, id]);
  }

  async saveOffered(
    { clientId, id }: Pick<ToolServer, 'clientId' | 'id'>,
    tools: readonly OfferedTool[],
    freshMs: number | null,
  ): Promise<void> {
    const offered = tools.map(({ name, definition, hash }) => ({ name, definition, hash }));
    const values = [clientId, id, JSON.stringify(offered)];
    await this.#database.query(
      `delete from tools where client_id = $1 and server_id = $2 and approved_at is null
         and name not in (select o.name from jsonb_to_recordset($3) as o(name text))`,
      values,
    );
    await this.#database.query(
      `update tools set offered = null, offered_hash = null where client_id = $1 and server_id = $2
         and name not in (select o.name from jsonb_to_recordset($3) as o(name text))`,
      values,
    );
    await this.#database.query(
      `insert into tools (client_id, server_id, name, offered, offered_hash)
       select $1, $2, o.name, o.definition, o.hash
       from jsonb_to_recordset($3) as o(name text, definition jsonb, hash text)
       on conflict (client_id, server_id, name)
         do update set offered = excluded.offered, offered_hash = excluded.offered_hash`,
      values,
    );
    await this.#database.query(
      `update tool_servers set refreshed_at = now(), refresh_error = null, refresh_error_code = null,
         fresh_until = case when $3::float8 is not null
           then now() + make_interval(secs => least($3::float8, 31536000000) / 1000) end
       where client_id = $1 and id = $2`,
      [clientId, id, freshMs],
    );
  }

  async saveRefreshFailure(
    { clientId, id }: Pick<ToolServer, 'clientId' | 'id'>,
    { text, code }: RefreshFailure,
  ): Promise<void> {
    await this.#database.query(
      'update tool_servers set refresh_error = $3, refresh_error_code = $4 where client_id = $1 and id = $2',
      [clientId, id, text, code],
    );
  }

  approved(clientId: number): Promise<readonly ApprovedTool[]> {
    return camelRows(
      this.#database,
      `select t.server_id, s.name as server_name, t.name, t.definition, t.agents
       from tools t join tool_servers s on s.client_id = t.client_id and s.id = t.server_id
       where t.client_id = $1 and t.approved_at is not null`,
      [clientId],
    );
  }

  async approve(clientId: number, serverId: string, name: string, decision: ToolDecision): Promise<void> {
    const { effect, isIdempotent, confirm, labels, agents, timeoutMs } = decision;
    await this.#database.query(
      `update tools set definition = offered, approved_hash = offered_hash, approved_at = date_trunc('milliseconds', clock_timestamp()),
         effect = $4, idempotent = $5, confirm = $6, labels = $7, agents = $8, timeout_ms = $9
       where client_id = $1 and server_id = $2 and name = $3`,
      [clientId, serverId, name, effect, isIdempotent, confirm, JSON.stringify(labels), agents, timeoutMs],
    );
  }

  async withdraw(clientId: number, serverId: string, name: string): Promise<void> {
    const key = [clientId, serverId, name];
    const one = 'client_id = $1 and server_id = $2 and name = $3';
    await this.#database.query(`delete from tools where ${one} and offered is null`, key);
    await this.#database.query(
      `update tools set definition = null, approved_hash = null, approved_at = null, effect = null,
         idempotent = null, confirm = null, labels = null, agents = null, timeout_ms = null where ${one}`,
      key,
    );
  }

  async #changed(text: string, values: readonly unknown[]): Promise<boolean> {
    return (await this.#database.query(text, values)).length > 0;
  }
}
