import type { ToolEffect } from '#contract/closed-sets.ts';
import type { webhookDisabledReasons } from '#contract/events/event-log.ts';
import type { Language } from '#contract/languages/languages.ts';
import type { ToolCall } from '#contract/tools/tools.ts';
import type { PreviousSecret, SecretName } from '../shared/secret-name.ts';

/** Why a server did not say which tools it offers. */
export interface RefreshFailure {
  readonly text: string;
  readonly code: string;
}

/** A server of a client's tools. */
export interface ToolServer {
  readonly clientId: number;
  readonly id: string;
  /** The first part of the names of its tools. */
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly secret: SecretName;
  /** Each signs as well, until then. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** Since the last success. */
  readonly failures: number;
  readonly disabledReason: (typeof webhookDisabledReasons)[number] | null;
  readonly disabledAt: Date | null;
  readonly refreshedAt: Date | null;
  readonly freshUntil: Date | null;
  readonly refreshFailure: RefreshFailure | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When this was read, by the database's clock, which also dates the overlap of secrets. */
  readonly readAt: Date;
}

export type ToolServerSettings = Pick<ToolServer, 'name' | 'url' | 'enabled'>;

/** What a model can be told of a tool beside its name. */
export interface ToolDefinition {
  readonly title: string | null;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The same as it came or was approved, with the hash by which changes are noticed. */
export interface HashedDefinition {
  readonly definition: ToolDefinition;
  readonly hash: string;
}

export interface OfferedTool extends HashedDefinition {
  readonly name: string;
}

/** What a person has decided about a tool. */
export interface ToolDecision {
  readonly effect: ToolEffect;
  /** A second request with the same id has no second effect. */
  readonly isIdempotent: boolean;
  /** The question before each call; null where it only reads. */
  readonly confirm: string | null;
  readonly labels: Readonly<Partial<Record<Language, string>>>;
  /** The slugs of the agents that it is offered to. */
  readonly agents: readonly string[];
  readonly timeoutMs: number;
}

export interface ToolApproval extends HashedDefinition, ToolDecision {
  /** By which an approval is told from a later one. */
  readonly approvedAt: Date;
}

/** A tool that is offered, approved or both. */
export interface Tool {
  readonly name: string;
  readonly offered: HashedDefinition | null;
  readonly approval: ToolApproval | null;
}

/** An approved tool of a server that is enabled. */
export interface CallableTool {
  readonly server: ToolServer;
  readonly name: string;
  readonly approval: ToolApproval;
}

/** A call of an answer, without what was asked and what was said. */
export interface ToolCallRecord {
  readonly id: string;
  readonly tool: string;
  readonly label: string;
  readonly status: ToolCall['status'];
  readonly bytes: number | null;
  readonly durationMs: number | null;
  readonly createdAt: Date;
}

/** Reads servers and their tools. Those of another client do not exist. */
export interface ToolServerStore {
  /** Oldest first. */
  list(clientId: number): Promise<readonly ToolServer[]>;
  find(clientId: number, id: string): Promise<ToolServer | null>;
  /** In the order of their names. */
  tools(clientId: number, serverId: string): Promise<readonly Tool[]>;
  tool(clientId: number, serverId: string, name: string): Promise<Tool | null>;
  /** So many, newest first. */
  calls(clientId: number, serverId: string, count: number): Promise<readonly ToolCallRecord[]>;
  /** The tools that are offered to an agent, in an order that stays. */
  callable(clientId: number, agentSlug: string): Promise<readonly CallableTool[]>;
}

/** Changes servers and approvals, inside a transaction. */
export interface ToolServerWriter extends ToolServerStore {
  /** False when the client has a server of this name. */
  insert(server: Pick<ToolServer, 'clientId' | 'id' | 'name' | 'url' | 'secret'>): Promise<boolean>;
  /** Locks the server against other changes until the transaction ends. */
  lock(clientId: number, id: string): Promise<void>;
  /**
   * Enabling clears earlier failures, and so does a new address. Another name or address makes every approval a new
   * one, so that no call which waits goes to another place. False when the name is taken.
   */
  save(server: Pick<ToolServer, 'clientId' | 'id'>, settings: ToolServerSettings): Promise<boolean>;
  /** The present secret keeps signing for another `overlapSeconds`; with 0, all earlier ones end at once, too. */
  setSecret(server: ToolServer, secret: SecretName, overlapSeconds: number): Promise<void>;
  /** With its tools. */
  delete(clientId: number, id: string): Promise<void>;
  /** What it offers from now on. Approvals stay. */
  saveOffered(
    server: Pick<ToolServer, 'clientId' | 'id'>,
    tools: readonly OfferedTool[],
    freshMs: number | null,
  ): Promise<void>;
  saveRefreshFailure(server: Pick<ToolServer, 'clientId' | 'id'>, failure: RefreshFailure): Promise<void>;
  /** The tools of all servers of a client that are offered to agents. */
  approved(clientId: number): Promise<readonly ApprovedTool[]>;
  approve(clientId: number, serverId: string, name: string, decision: ToolDecision): Promise<void>;
  /** The tool stays while it is offered. */
  withdraw(clientId: number, serverId: string, name: string): Promise<void>;
}

/** An approved tool, whatever its server's state. */
export interface ApprovedTool {
  readonly serverId: string;
  readonly serverName: string;
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly agents: readonly string[];
}
