import type { Language } from '#contract/languages/languages.ts';
import type { CallableTool } from '../../clients/tool-server.ts';
import type { ToolCall, ToolDefinition } from '../../models/model-provider.ts';
import type { ToolCallEffect, ToolCallStatus } from '../../tools/tool-call.ts';
import type { ToolClient } from '../../tools/tool-client.ts';
import { exposedName } from '../../tools/tool-definition.ts';
import type { AdmittedTurn } from '../turn.ts';

/** The tools of all clients. */
export interface TurnTools {
  /** Those that the turn's client has approved for its agent. Asks nothing where the client has none. */
  offeredTo(turn: AdmittedTurn): Promise<readonly CallableTool[]>;
  readonly calls: ToolClient;
}

/** What stays known of a tool that was called, whatever its client approves later. */
export interface CalledTool {
  readonly serverId: string;
  /** As its server calls it. */
  readonly name: string;
  readonly effect: ToolCallEffect;
  readonly isIdempotent: boolean;
  readonly approvedAt: Date;
  /** What a reader sees while it runs. */
  readonly label: string;
}

/** One call of a step as it is stored. */
export interface StoredCall extends ToolCall {
  /** Our own, by which its tool knows it. */
  readonly callId: string;
  /** Null where nothing was ever to be sent. */
  readonly tool: CalledTool | null;
  readonly status: ToolCallStatus;
  readonly sends: number;
  /** What a person is asked before it is sent; null where it is sent at once. */
  readonly question: string | null;
  /** For the model; null while the call is open. */
  readonly result: { readonly text: string; readonly isError: boolean } | null;
}

/** A call to a model that asked for tools. */
export interface StoredStep {
  /** From 1. */
  readonly nth: number;
  /** The model, as `<provider>/<model>`. */
  readonly origin: string;
  readonly text: string;
  /** As the provider sent it. */
  readonly native: unknown;
  readonly calls: readonly StoredCall[];
}

export function nameOfTool({ server, name }: CallableTool): string {
  return exposedName(server.name, name);
}

/** What a model is told: what was approved, and nothing that its server has said since. */
export function definitionOf(tool: CallableTool): ToolDefinition {
  const { description, inputSchema } = tool.approval.definition;
  return { name: nameOfTool(tool), description, schema: inputSchema };
}

/** Its label is in this language, where the approval has it. */
export function calledTool({ server, name, approval }: CallableTool, language: Language | null): CalledTool {
  const { effect, isIdempotent, approvedAt, labels } = approval;
  return {
    serverId: server.id,
    name,
    effect,
    isIdempotent,
    approvedAt,
    label: labels[language ?? 'en'] ?? labels.en ?? Object.values(labels)[0] ?? name,
  };
}

/** Whether a tool is still the one that was called, by the same approval. */
export function isSameTool({ server, name, approval }: CallableTool, called: CalledTool): boolean {
  return (
    server.id === called.serverId &&
    name === called.name &&
    approval.approvedAt.getTime() === called.approvedAt.getTime()
  );
}
