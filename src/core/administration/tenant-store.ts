import type { Actor } from '../audit/actor.ts';
import type { NewAuditEntry } from '../audit/audit.ts';
import type { AgentWriter } from '../clients/agent.ts';
import type { Client } from '../clients/client.ts';
import type { GuidanceWriter } from '../clients/guidance.ts';
import type { HostedUserWriter } from '../clients/hosted-user.ts';
import type { ToolServerWriter } from '../clients/tool-server.ts';
import type { NewEvent } from '../events/event.ts';
import type { NewApiKey } from '../identity/api-key.ts';
import type { BlockedUserWriter } from '../identity/blocked-user.ts';
import type { OneTimeCodeStore } from '../identity/one-time-code.ts';
import type { DocumentWriter } from '../knowledge/document-store.ts';
import type { ErasureWriter } from '../people/erasure-writer.ts';
import type { PriceWriter } from '../usage/price.ts';
import type { WebhookWriter } from '../webhooks/webhook-store.ts';
import type { ClientSettings } from './client-settings.ts';

/**
 * Changes tenants. Everything that `work` does is stored in one transaction when it resolves; it may be called more
 * than once. Rejects with StaleRights when the author may no longer do so; null where `work` itself asks for what the
 * change rests on, such as a code or a password.
 */
export interface TenantStore {
  change<T>(author: Actor | null, work: (change: TenantChange) => Promise<T>): Promise<T>;
}

/** What only administrators of the tenant choose. */
export interface PrivacyChoice {
  readonly conversationsPrivate: boolean;
  /** As it was where it is absent. */
  readonly modelLinks?: boolean | undefined;
}

/** What a change may read and write, in one transaction. */
export interface TenantChange {
  readonly clients: ClientWriter;
  readonly agents: AgentWriter;
  readonly guidance: GuidanceWriter;
  readonly documents: DocumentWriter;
  readonly users: HostedUserWriter;
  readonly blocked: BlockedUserWriter;
  readonly erasures: ErasureWriter;
  readonly codes: Pick<OneTimeCodeStore, 'take' | 'insertEmailCode'>;
  readonly audit: { append(entry: NewAuditEntry): Promise<void> };
  /** Events of clients that use them. */
  readonly events: { record(event: NewEvent): Promise<void> };
  readonly webhooks: WebhookWriter;
  readonly toolServers: ToolServerWriter;
  readonly prices: PriceWriter;
  /** Once more, after a lock that may have been waited for. */
  requireAuthor(): Promise<void>;
}

export interface NewClient extends ClientSettings {
  readonly slug: string;
  readonly sourceApp: string;
  readonly handoffKid: string;
  readonly key: Omit<NewApiKey, 'key'>;
}

/** Every write marks cached copies of the client stale. */
export interface ClientWriter {
  find(slug: string): Promise<Client | null>;
  /** False when the slug is taken. */
  insert(client: NewClient): Promise<boolean>;
  /**
   * The client, with admissions excluded until the change is stored: an admission under way ends first, and a later
   * one sees the new version. Must come before every other write about that client.
   */
  lock(slug: string): Promise<Client | null>;
  save(id: number, settings: ClientSettings): Promise<void>;
  setEnabled(id: number, enabled: boolean): Promise<void>;
  /** The previous key works for another `overlapSeconds`; older ones end at once. */
  setKey(id: number, key: Omit<NewApiKey, 'key'>, overlapSeconds: number): Promise<void>;
  /**
   * The same without ending a key that is in use: during an overlap the previous key stays, for no shorter time, and
   * only a key that was never used is replaced. False, with nothing changed, where it was used.
   */
  succeedKey(id: number, key: Omit<NewApiKey, 'key'>, overlapSeconds: number): Promise<boolean>;
  /** An overlap that lasts is over. */
  endPreviousKey(id: number): Promise<void>;
  setPrivacy(id: number, choice: PrivacyChoice): Promise<void>;
  setHandoffKid(id: number, kid: string): Promise<void>;
  /** Takes the slug from a client that is being erased; no reader finds it any more. */
  retire(id: number): Promise<void>;
  bindAgent(id: number, agentSlug: string, bound: boolean): Promise<void>;
  /**
   * Raises the version of a client that is unchanged itself, because something that its admissions depend on has
   * changed.
   */
  bumpVersion(id: number): Promise<void>;
  bumpAllVersions(): Promise<void>;
  /** From now on, the client's events are stored. */
  beginEvents(id: number): Promise<void>;
  /** Ends the sign-ins of one user but for one of them, or of all users when it is null. */
  endLoginSessions(id: number, userId: string | null, exceptSessionId?: string | null): Promise<void>;
  /** Cancels the turns of the client, or of one of its users. Needs `lock`. */
  cancelTurns(
    id: number,
    identity: string | null,
    reason: 'client_disabled' | 'user_disabled' | 'user_blocked',
  ): Promise<void>;
}
