import type { AskedCalls } from '#core/models/model-provider.ts';
import { type AnswerState, newAnswerState, type Wire } from '#wires/wire.ts';

export interface ReadAnswer extends AnswerState {
  readonly text: string;
}

/** What a wire makes of these events, each an object or a text as it comes. */
export function readEvents(wire: Wire, ...events: readonly (object | string)[]): ReadAnswer {
  const answer = newAnswerState();
  const texts = events.map((event) =>
    wire.readEvent(answer, typeof event === 'string' ? event : JSON.stringify(event)),
  );
  return { ...answer, text: texts.join('') };
}

/** What a wire makes of an answer in one piece. */
export function readDocument(wire: Wire, document: object): ReadAnswer {
  const answer = newAnswerState();
  const text = wire.readDocument(answer, JSON.stringify(document));
  return { ...answer, text };
}

/** The calls that a wire finds in the events of an answer that may have some. */
export function askedIn(wire: Wire, ...events: readonly object[]): AskedCalls | null {
  const answer = newAnswerState(true);
  for (const event of events) wire.readEvent(answer, JSON.stringify(event));
  return answer.native && wire.readCalls(answer.native);
}

/** The calls that a wire finds in an answer in one piece. */
export function askedInDocument(wire: Wire, document: object): AskedCalls | null {
  const answer = newAnswerState(true);
  wire.readDocument(answer, JSON.stringify(document));
  return answer.native && wire.readCalls(answer.native);
}
