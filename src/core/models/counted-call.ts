import type { CallTokens } from './model-provider.ts';
import type { CallEnd } from './observed-call.ts';

/** What a model is called for: an answer, a step towards one, in which it asks for tools, or a conversation's title. */
export type CallKind = 'answer' | 'step' | 'title';

/** The kind of a call for an answer. One that has failed was for the answer itself, as far as anybody knows. */
export function kindOfCall({ isStep }: Pick<CallEnd, 'isStep'>): CallKind {
  return isStep ? 'step' : 'answer';
}

/**
 * A call to a model that has ended, as it is counted.
 * - `completed`: the model came to its end
 * - `failed`: it was refused, or ended before any text
 * - `cut`: it gave text, and no end
 */
export interface CountedCall extends CallTokens {
  /** `<provider>/<model>` */
  readonly model: string;
  readonly kind: CallKind;
  readonly outcome: 'completed' | 'failed' | 'cut';
  /** When the request left the process, by its monotonic clock. The day of that moment counts the call. */
  readonly sentAt: number;
}

/** Null for a call that never left the process, for which no provider has worked. */
export function countedCall(model: string, kind: CallKind, end: CallEnd): CountedCall | null {
  const { outcome, firstTextMs, sentAt, inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = end;
  if (sentAt === null) return null;
  const broken = firstTextMs === null ? 'failed' : 'cut';
  return {
    model,
    kind,
    outcome: outcome === 'completed' ? outcome : broken,
    sentAt,
    inputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens,
  };
}

/** Calls and their tokens, added up. Null: no provider has counted any. */
export interface CallFigures extends CallTokens {
  readonly calls: number;
  /** Calls whose input or output no provider has counted. */
  readonly callsWithoutTokens: number;
}
