import type { ServerEvent } from '#client/events.ts';
import { parseJson } from '../transport.ts';
import type { AnswerEvents } from '../wire.ts';

/**
 * The first event. `usage`, the meters with this prompt, is absent when an answer is followed, which costs nothing.
 */
export interface MetaEvent extends Event<'meta'> {}

export interface QueueEvent extends Event<'queue'> {}

export interface DeltaEvent extends Event<'delta'> {}

export interface UsageEvent extends Event<'usage'> {}

export interface DoneEvent extends Event<'done'> {}

/** What happens besides writing; the last one of a `step_uuid` counts. */
export interface StepEvent extends Event<'step'> {}

/** A new attempt began: the text so far is void. Only queued answers do this. */
export interface ResetEvent extends Event<'reset'> {}

type Event<Name extends keyof AnswerEvents> = Readonly<AnswerEvents[Name]> & { readonly type: Name };

/** The events that `events()` yields; a failure is thrown instead. */
export type AnswerEvent =
  | MetaEvent
  | QueueEvent
  | StepEvent
  | DeltaEvent
  | UsageEvent
  | DoneEvent
  | ResetEvent;

export type WireEvent = AnswerEvent | Event<'error'>;

/** null for an event that this version does not know. */
export function toWireEvent({ type, data }: ServerEvent): WireEvent | null {
  switch (type) {
    case 'meta':
      return { ...parseJson<AnswerEvents['meta']>(data), type };
    case 'queue':
      return { ...parseJson<AnswerEvents['queue']>(data), type };
    case 'step':
      return { ...parseJson<AnswerEvents['step']>(data), type };
    case 'delta':
      return { ...parseJson<AnswerEvents['delta']>(data), type };
    case 'usage':
      return { ...parseJson<AnswerEvents['usage']>(data), type };
    case 'done':
      return { ...parseJson<AnswerEvents['done']>(data), type };
    case 'reset':
      return { ...parseJson<AnswerEvents['reset']>(data), type };
    case 'error':
      return { ...parseJson<AnswerEvents['error']>(data), type };
    default:
      return null;
  }
}
