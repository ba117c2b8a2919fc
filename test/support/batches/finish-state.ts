import fc from 'fast-check';
import { noSources } from '#core/citations/answer-sources.ts';
import type { Finish } from '#core/turn/turn-store.ts';
import type { StoredClient } from '../world/store-turn-state.ts';
import { maybe } from './turn-state.ts';

const end = fc.constantFrom(
  { state: 'completed', finishReason: 'stop', errorCode: null } as const,
  { state: 'failed', finishReason: 'error', errorCode: 'provider_error' } as const,
  { state: 'cancelled', finishReason: 'cancelled', errorCode: 'cancelled' } as const,
);

const finishState = fc.record({
  client: fc.nat(1),
  conversation: fc.nat(4),
  /** An attempt before the turn's current one, or after it. */
  attemptsOff: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 1) },
  ),
  end,
  text: fc.constantFrom('', 'An answer', 'Another answer'),
  refund: fc.boolean(),
  tokens: maybe(50, fc.nat(1_000)),
});

export type FinishState = typeof finishState extends fc.Arbitrary<infer T> ? T : never;

export const finishStates = fc.array(finishState, { minLength: 1, maxLength: 12 });

/** The end of a turn that runs in a stored state; undefined when none runs in that conversation. */
export function buildStoredFinish(state: FinishState, clients: readonly StoredClient[]): Finish[] {
  const stored = clients[state.client];
  const conversation = stored?.conversations[state.conversation % stored.conversations.length];
  const turn = conversation?.running;
  if (!stored || !turn) return [];
  return [
    {
      clientId: stored.client.id,
      turnId: turn.id,
      attempt: turn.attempt + state.attemptsOff,
      conversationId: conversation.id,
      day: turn.day,
      ...state.end,
      text: state.text,
      textFrom: 0,
      refund: state.refund,
      flushed: turn.isFlushed,
      model: state.tokens === null ? null : 'mock',
      inputTokens: state.tokens,
      outputTokens: state.tokens,
      firstTextMs: null,
      calls: [],
      sources: noSources,
    },
  ];
}
