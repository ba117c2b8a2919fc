import type { ToolOutcome } from '#contract/closed-sets.ts';
import type { Facts } from '#contract/context.ts';
import type { CallableTool, OfferedTool, RefreshFailure, ToolServer } from '../clients/tool-server.ts';

/** For whom and why a tool is called: it travels in the signed body, and never as an argument. */
export interface ToolCallContext {
  readonly externalUserId: string | null;
  readonly facts: Facts | null;
  readonly agentSlug: string | null;
  readonly conversationId: string | null;
  readonly jobId: string | null;
  /** The attempt of the turn. */
  readonly attempt: number;
  readonly confirmedAt: Date | null;
  /** A person tries the tool: no end user has asked for anything. */
  readonly isTry: boolean;
}

/** By which its server knows a call, in each of its requests. */
export function requestIdOf(callId: string): string {
  return `call_${callId}`;
}

/** One request of a call. */
export interface ToolRequest {
  readonly tool: CallableTool;
  /** The same for every request of one call. */
  readonly callId: string;
  /** By the schema that was approved. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly context: ToolCallContext;
  /** By the database's clock, which also dates the overlap of secrets. */
  readonly at: Date;
}

/** How a request went. */
export interface ToolAnswer {
  readonly outcome: ToolOutcome;
  /** What a model is told of it. */
  readonly text: string;
  /** Why there is no result; null: there is one, or its tool says why in the text. */
  readonly errorCode: string | null;
  /** The size of the answer, as far as it was read. */
  readonly bytes: number;
}

/** The headers by which a server knows that a body is ours. */
export type SignRequest = (id: string, body: string) => Readonly<Record<string, string>>;

/** What a server offers, or why it did not say so. */
export type ListedTools =
  | { readonly tools: readonly OfferedTool[]; readonly freshMs: number | null }
  | { readonly failure: RefreshFailure; readonly isGone: boolean };

/** Asks servers. Nothing rejects, and no request is sent twice. Aborting ends the connection at once. */
export interface ToolServerPort {
  list(server: Pick<ToolServer, 'url'>, sign: SignRequest, signal: AbortSignal): Promise<ListedTools>;
  call(
    request: ToolRequest,
    sign: SignRequest,
    signal: AbortSignal,
  ): Promise<ToolAnswer & { readonly isGone: boolean }>;
}

/** Calls tools, for turns and for tries. */
export interface ToolClient {
  call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer>;
}

/** Counts failures in a row, which disable a server. */
export interface ToolServerHealth {
  succeeded(server: Pick<ToolServer, 'clientId' | 'id'>): Promise<void>;
  /** True where this failure has disabled it. An answer of an earlier address is none of the present one. */
  failed(server: Pick<ToolServer, 'clientId' | 'id' | 'url'>, isGone: boolean): Promise<boolean>;
}
