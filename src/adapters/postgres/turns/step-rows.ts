import type { LockedToolCall, ToolCallEffect, ToolCallStatus } from '#core/tools/tool-call.ts';
import type { LockedCall } from '#core/turn/steps/decide-calls.ts';
import type { CallOutcome } from '#core/turn/steps/step-store.ts';
import type { StoredCall, StoredStep } from '#core/turn/steps/turn-tools.ts';
import { decodeText, encodeText } from '../database/text-coding.ts';

export interface StepRow {
  readonly step: number;
  readonly origin: string;
  readonly text: string;
  readonly native: string;
}

export interface CallRow {
  readonly step: number;
  readonly id: string;
  readonly model_call_id: string;
  readonly name: string;
  readonly server_id: string | null;
  readonly tool: string | null;
  readonly effect: ToolCallEffect | null;
  readonly idempotent: boolean | null;
  readonly approved_at: Date | null;
  readonly label: string | null;
  readonly status: ToolCallStatus;
  readonly sends: number;
  readonly question: string | null;
  readonly decision: LockedToolCall['decision'];
  readonly arguments: string;
  readonly result: string | null;
  readonly is_error: boolean;
  readonly is_approved: boolean;
}

export const callColumns = `k.step, k.id, k.model_call_id, k.name, k.server_id, k.tool, k.effect, k.idempotent,
    k.approved_at, k.label, k.status, k.sends, k.question, k.decision, k.arguments, k.result, k.is_error,
    is_approved(k) as is_approved`;

export function lockedCallOf(row: CallRow): LockedCall & { readonly step: number } {
  const call = callOf(row);
  return {
    step: row.step,
    call,
    facts: {
      status: row.status,
      effect: row.effect ?? 'read',
      isIdempotent: row.idempotent ?? false,
      sends: row.sends,
      decision: row.decision,
      isApproved: row.is_approved,
      hasLapsed: false,
    },
  };
}

function callOf(row: CallRow): StoredCall {
  return {
    id: decodeText(row.model_call_id),
    name: decodeText(row.name),
    arguments: decodeText(row.arguments),
    callId: row.id,
    tool: toolOf(row),
    status: row.status,
    sends: row.sends,
    question: row.question === null ? null : decodeText(row.question),
    result: row.result === null ? null : { text: decodeText(row.result), isError: row.is_error },
  };
}

function toolOf(row: CallRow): StoredCall['tool'] {
  const { server_id, tool, effect, idempotent, approved_at, label } = row;
  if (server_id === null || tool === null || effect === null || approved_at === null) return null;
  return {
    serverId: server_id,
    name: tool,
    effect,
    isIdempotent: idempotent ?? false,
    approvedAt: approved_at,
    label: label ?? '',
  };
}

/** A step as `store_step` reads it. */
export function describeStep({ nth, origin, text, native, calls }: StoredStep): string {
  return JSON.stringify({
    step: nth,
    origin,
    text: storable(text),
    native: JSON.stringify(native ?? null),
    calls: calls.map((call, index) => ({
      place: index + 1,
      id: call.callId,
      model_call_id: storable(call.id),
      name: storable(call.name),
      server_id: call.tool?.serverId,
      tool: call.tool?.name,
      effect: call.tool?.effect,
      idempotent: call.tool?.isIdempotent,
      approved_at: call.tool?.approvedAt,
      label: call.tool?.label,
      question: call.question === null ? null : storable(call.question),
      arguments: storable(call.arguments),
      ...stateOf(call),
    })),
  });
}

/** What a call has become, as `change_tool_calls` reads it. */
export function changeOf(call: StoredCall, outcomes: readonly CallOutcome[]) {
  const outcome = outcomes.find(({ callId }) => callId === call.callId);
  return { id: call.callId, bytes: outcome?.bytes, duration_ms: outcome?.durationMs, ...stateOf(call) };
}

function stateOf({ status, sends, result }: StoredCall) {
  return {
    status,
    sends,
    result: result === null ? null : storable(result.text),
    is_error: result?.isError ?? false,
  };
}

/** Models and servers send halves of characters, which JSON in the database cannot hold. */
function storable(text: string): string {
  return encodeText(text.toWellFormed());
}
