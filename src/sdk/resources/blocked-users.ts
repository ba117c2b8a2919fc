import type { Transport } from '../transport.ts';
import type { BlockedUser, BlockedUserList, UserBlocked, UserUnblocked } from '../wire.ts';
import { apiKeyOnly, type CallOptions } from './call-options.ts';

export interface BlockedUserListOptions {
  /** 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One end user, who must be named. */
export interface NamedUser extends CallOptions {
  readonly externalUserId: string;
}

/** End users who may read but not send. */
export class BlockedUsers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One page, by identity. */
  async list({ signal, ...query }: BlockedUserListOptions = {}): Promise<BlockedUserList> {
    apiKeyOnly(this.#transport, 'blockedUsers.list');
    return this.#transport.json({ method: 'GET', path: '/blocked-users', query, signal });
  }

  /** Every blocked user, fetched page by page. */
  async *all(options: BlockedUserListOptions = {}): AsyncGenerator<BlockedUser, void> {
    let { cursor } = options;
    do {
      const page: BlockedUserList = await this.list({ ...options, cursor });
      yield* page.data;
      cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined;
    } while (cursor !== undefined);
  }

  /** Cancels queued jobs and cuts off running answers; once it resolves, no answer starts any more. */
  async block(user: NamedUser): Promise<UserBlocked> {
    apiKeyOnly(this.#transport, 'blockedUsers.block');
    return this.#transport.json({ method: 'PUT', path: '/blocked-users', ...user });
  }

  async unblock(user: NamedUser): Promise<UserUnblocked> {
    apiKeyOnly(this.#transport, 'blockedUsers.unblock');
    return this.#transport.json({ method: 'DELETE', path: '/blocked-users', ...user });
  }
}
