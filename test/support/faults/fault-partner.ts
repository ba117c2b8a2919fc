import type { Queryable } from '#adapters/postgres/database/database.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { createClient } from '../world/factories.ts';
import { JobCaller } from '../world/job-caller.ts';
import type { TestService } from '../world/process.ts';
import type { Journal } from './journal.ts';

/** Address and credentials, for senders that use a connection of their own. */
export interface FaultAddress {
  readonly url: string;
  readonly authorization: string;
}

/** A partner of a fault run, with its current key. */
export class FaultPartner {
  readonly clientId: number;
  readonly slug: string;
  /** Options of each of its turns; random when there are none. */
  readonly options: object | undefined;
  readonly #journal: Journal;
  readonly #conversations = new Map<string, string[]>();
  #key: string;
  #keys = 1;

  private constructor(
    journal: Journal,
    clientId: number,
    slug: string,
    key: string,
    options: object | undefined,
  ) {
    this.#journal = journal;
    this.clientId = clientId;
    this.slug = slug;
    this.#key = key;
    this.options = options;
  }

  /** `columns` are those of the client's row. */
  static async create(
    database: Queryable,
    journal: Journal,
    columns: Readonly<Record<string, unknown>>,
    options?: object,
  ): Promise<FaultPartner> {
    const { key, hash } = createApiKey();
    journal.secrets.push(key);
    const { id, slug } = await createClient(database, {
      key_hash: hash,
      deep_dive_enabled: true,
      ...columns,
    });
    return new FaultPartner(journal, id, slug, key, options);
  }

  /** A partner that exists already. */
  static of(journal: Journal, clientId: number, slug: string, key: string): FaultPartner {
    journal.secrets.push(key);
    return new FaultPartner(journal, clientId, slug, key, undefined);
  }

  /** The name of its key, for the journal. */
  get keyName(): string {
    return `key ${this.#keys}`;
  }

  /** One of its end users at a process, with the current key. */
  at(service: TestService, user: string): JobCaller {
    return new JobCaller(service, this.clientId, this.#key, user);
  }

  addressOf(service: TestService, path: string): FaultAddress {
    return { url: `${service.origin}/v1${path}`, authorization: `Bearer ${this.#key}` };
  }

  takeKey(key: string): void {
    this.#journal.secrets.push(key);
    this.#key = key;
    this.#keys += 1;
  }

  /** Known conversations of a user, the last few of them. */
  conversationsOf(user: string): readonly string[] {
    return this.#conversations.get(user) ?? [];
  }

  remember(user: string, conversationId: string): void {
    const others = this.conversationsOf(user).filter((known) => known !== conversationId);
    this.#conversations.set(user, [...others, conversationId].slice(-4));
  }
}
