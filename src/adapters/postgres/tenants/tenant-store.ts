import type { ClientWriter, TenantChange, TenantStore } from '#core/administration/tenant-store.ts';
import type { Actor } from '#core/audit/actor.ts';
import type { AgentWriter } from '#core/clients/agent.ts';
import type { HostedUserWriter } from '#core/clients/hosted-user.ts';
import { PostgresAgentStore } from '../administration/agent-store.ts';
import { appendAuditEntry } from '../administration/audit-store.ts';
import { PostgresClientWriter } from '../administration/client-writer.ts';
import { PostgresGuidanceStore } from '../administration/guidance-store.ts';
import { PostgresHostedUserStore } from '../administration/hosted-user-store.ts';
import type { Database, Transaction } from '../database/database.ts';
import { recordEvents } from '../events/event-statements.ts';
import { PostgresDocumentWriter } from '../knowledge/document-writer.ts';
import { PostgresBlockedUserStore } from '../people/blocked-user-store.ts';
import { PostgresErasureWriter } from '../people/erasure-writer.ts';
import { requireAuthor } from '../sign-in/author-rights.ts';
import { PostgresOneTimeCodeStore } from '../sign-in/one-time-code-store.ts';
import { PostgresToolServerStore } from '../tools/tool-server-store.ts';
import { PostgresPriceStore } from '../usage/price-store.ts';
import { PostgresWebhookStore } from '../webhooks/webhook-store.ts';

const deadlockDetected = '40P01';
const maxAttempts = 3;

/** Changes tenants, each change in one transaction. */
export class PostgresTenantStore implements TenantStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async change<T>(author: Actor | null, work: (change: TenantChange) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#database.transaction(async (transaction) => {
          await requireAuthor(transaction, author);
          return work(changeOn(transaction, author));
        });
      } catch (error) {
        // The loser of a deadlock was rolled back completely, so it can start over.
        if (!isDeadlock(error) || attempt === maxAttempts) throw error;
      }
    }
  }
}

function changeOn(transaction: Transaction, author: Actor | null): TenantChange {
  const clients: ClientWriter = new PostgresClientWriter(transaction);
  const agents: AgentWriter = new PostgresAgentStore(transaction);
  const users: HostedUserWriter = new PostgresHostedUserStore(transaction);
  const codes = new PostgresOneTimeCodeStore(transaction);
  return {
    clients,
    agents,
    guidance: new PostgresGuidanceStore(transaction),
    documents: new PostgresDocumentWriter(transaction),
    users,
    blocked: new PostgresBlockedUserStore(transaction),
    erasures: new PostgresErasureWriter(transaction),
    codes,
    requireAuthor: () => requireAuthor(transaction, author),
    audit: { append: (entry) => appendAuditEntry(transaction, entry) },
    webhooks: new PostgresWebhookStore(transaction),
    toolServers: new PostgresToolServerStore(transaction),
    prices: new PostgresPriceStore(transaction),
    events: {
      record: async (event) => {
        const { text, values } = recordEvents([event]);
        await transaction.query(text, values);
      },
    },
  };
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlockDetected;
}
