import type { CountedCall } from '#core/models/counted-call.ts';

/** Calls as the functions of the database read them; null without any. Send it at once: it says how long ago they were. */
export function describeCalls(calls: readonly CountedCall[]): string | null {
  if (calls.length === 0) return null;
  return JSON.stringify(calls.map(describeCall));
}

export function describeCall(call: CountedCall) {
  return {
    model: call.model,
    kind: call.kind,
    outcome: call.outcome,
    ms_ago: Math.round(performance.now() - call.sentAt),
    input_tokens: call.inputTokens ?? undefined,
    cache_read_tokens: call.cacheReadTokens ?? undefined,
    cache_write_tokens: call.cacheWriteTokens ?? undefined,
    output_tokens: call.outputTokens ?? undefined,
  };
}
