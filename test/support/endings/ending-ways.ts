import { PostgresClientWriter } from '#adapters/postgres/administration/client-writer.ts';
import { PostgresConversationStore } from '#adapters/postgres/conversations/conversation-store.ts';
import type { Database } from '#adapters/postgres/database/database.ts';
import { finishesLiteral } from '#adapters/postgres/turns/turn-batches.ts';
import { finishAttempts } from '#adapters/postgres/turns/turn-finish.ts';
import { type HistoryRow, historyOf } from '#adapters/postgres/turns/turn-rows.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import { ownerIn } from '#test/world/factories.ts';

export interface EndedTurnKey {
  readonly client: Client;
  readonly userId: string;
  readonly turnId: string;
  readonly conversationId: string;
}

/** The ways in which a turn ends, waits again or begins. Their results are compared, too. */
export interface EndingWays {
  cancel(turn: EndedTurnKey): Promise<unknown>;
  expire(queueTtlMs: number): Promise<unknown>;
  recover(maxDeaths: number): Promise<unknown>;
  release(turn: EndedTurnKey, attempt: number): Promise<unknown>;
  begin(turn: EndedTurnKey, processId: string): Promise<unknown>;
  finish(finishes: readonly Finish[]): Promise<unknown>;
  cancelAll(client: Client, userId: string | null): Promise<unknown>;
  deleteConversation(turn: EndedTurnKey): Promise<unknown>;
}

/** The way of this version. */
export function presentWays(database: Database): EndingWays {
  const turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  const conversations = new PostgresConversationStore(database);
  return {
    cancel: async ({ client, userId, turnId }) => {
      await turns.cancel(ownerIn(client, userId), turnId);
    },
    expire: (queueTtlMs) => turns.expire(queueTtlMs),
    recover: (maxDeaths) => turns.recover(maxDeaths),
    release: ({ client, turnId }, attempt) => turns.release(client.id, turnId, attempt),
    begin: ({ client, turnId }, processId) => turns.begin(client.id, turnId, processId),
    // Jobs behind several answers get their places in the order of the batch only when they are ended one by one.
    finish: async (finishes) => {
      const results = await finishAttempts(database, finishes);
      const stored: boolean[] = [];
      for (const [nth, finish] of finishes.entries()) {
        stored.push(results[nth] === 'stored' || (await turns.finish(finish)) === 'stored');
      }
      return stored;
    },
    cancelAll: (client, userId) =>
      database.transaction((transaction) =>
        new PostgresClientWriter(transaction).cancelTurns(client.id, userId, 'client_disabled'),
      ),
    deleteConversation: async ({ client, userId, conversationId }) =>
      (await conversations.delete(ownerIn(client, userId), conversationId))?.toSorted(),
  };
}

/** The way of 0.2.0, by its functions. */
export function formerWays(database: Database): EndingWays {
  const run = async (text: string, values: readonly unknown[]) => {
    const [row] = await database.query<{ answer: unknown }>(text, values);
    return row?.answer;
  };
  return {
    cancel: async ({ client, userId, turnId }) => {
      await run(
        `select cancel_turn(client_id, id, 'cancelled') from turns
         where client_id = $1 and external_user_id = $2 and id = $3 and state in ('queued', 'running')`,
        [client.id, userId, turnId],
      );
    },
    expire: async (queueTtlMs) => {
      const ttl = `$1 * interval '1 ms'`;
      for (const { client_id, turn_id } of await keysIn(database, `overdue_turns(${ttl})`, [queueTtlMs])) {
        await run(`select expire_turn($1, $2, $3 * interval '1 ms')`, [client_id, turn_id, queueTtlMs]);
      }
    },
    recover: async (maxDeaths) => {
      for (const { client_id, turn_id } of await keysIn(database, `lost_turns('0 s')`, [])) {
        await run('select recover_turn($1, $2, $3)', [client_id, turn_id, maxDeaths]);
      }
    },
    release: async ({ client, turnId }, attempt) => {
      await run('select let_go_turn($1, $2, $3)', [client.id, turnId, attempt]);
    },
    begin: async ({ client, turnId }, processId) => {
      const [row] = await database.query<{ answer: { status: string; history: HistoryRow[] } }>(
        'select begin_turn($1, $2, $3) as answer',
        [client.id, turnId, processId],
      );
      const { status = 'gone', history = [] } = row?.answer ?? {};
      return status === 'begun' ? historyOf(history) : status;
    },
    finish: async (finishes) => {
      if (finishes.length === 0) return [];
      const answer = await run('select finish_turns($1) as answer', [finishesLiteral(finishes)]);
      return Array.isArray(answer) ? answer.map((lane) => lane !== null) : answer;
    },
    cancelAll: async (client, userId) => {
      await run(`select cancel_all($1, $2, 'client_disabled')`, [client.id, userId]);
    },
    deleteConversation: async ({ client, userId, conversationId }) => {
      const answer = await run('select delete_conversation($1, $2, $3) as answer', [
        client.id,
        userId,
        conversationId,
      ]);
      return Array.isArray(answer) ? answer.toSorted() : undefined;
    },
  };
}

function keysIn(database: Database, from: string, values: readonly unknown[]) {
  return database.query<{ client_id: number; turn_id: string }>(
    `select client_id, turn_id from ${from}`,
    values,
  );
}
