import type { ToolServer } from '#core/clients/tool-server.ts';
import { disablingFailures } from '#core/tools/call-tools.ts';
import type { ToolServerHealth } from '#core/tools/tool-client.ts';
import type { Database } from '../database/database.ts';
import { recordEvents } from '../events/event-statements.ts';

interface FailedRow {
  readonly enabled: boolean;
  readonly name: string;
  readonly reason: string | null;
}

/** Counts the failures of servers, whichever processes meet them. */
export class PostgresToolServerHealth implements ToolServerHealth {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async succeeded({ clientId, id }: Pick<ToolServer, 'clientId' | 'id'>): Promise<void> {
    await this.#database.query(
      'update tool_servers set failures = 0 where client_id = $1 and id = $2 and failures > 0',
      [clientId, id],
    );
  }

  failed(
    { clientId, id, url }: Pick<ToolServer, 'clientId' | 'id' | 'url'>,
    isGone: boolean,
  ): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query<FailedRow>(failing, [
        clientId,
        id,
        url,
        isGone,
        disablingFailures,
      ]);
      if (row === undefined || row.enabled) return false;
      const data = { tool_server_id: id, name: row.name, reason: row.reason };
      const { text, values } = recordEvents([{ clientId, type: 'tool_server.disabled', userId: null, data }]);
      await transaction.query(text, values);
      await transaction.query('select expire_actions($1, null)', [clientId]);
      return true;
    });
  }
}

/** $4: the server answered that it is gone; $5: after so many in a row it is disabled. */
const failing = `update tool_servers set failures = failures + 1,
    enabled = not ($4 or failures + 1 >= $5),
    disabled_at = case when $4 or failures + 1 >= $5 then now() end,
    disabled_reason = case when $4 then 'gone' when failures + 1 >= $5 then 'failing' end
  where client_id = $1 and id = $2 and url = $3 and enabled
  returning enabled, name, disabled_reason as reason`;
