import { parseJson } from '../transport.ts';
import type { FinishReason, JobError, Lane, Usage } from '../wire.ts';
import type { ServerEvent } from './server-events.ts';

export interface MetaEvent {
  readonly type: 'meta';
  readonly conversation_uuid: string;
  readonly message_uuid: string;
  readonly job_uuid: string;
  /** The meters with this prompt; absent when an answer is followed, which is charged nothing. */
  readonly usage?: Usage;
}

export interface QueueEvent {
  readonly type: 'queue';
  readonly queue_name: Lane | null;
  readonly queue_position: number | null;
  readonly eta_seconds: number | null;
}

export interface DeltaEvent {
  readonly type: 'delta';
  readonly text: string;
}

export interface UsageEvent {
  readonly type: 'usage';
  readonly usage: Usage;
}

export interface DoneEvent {
  readonly type: 'done';
  readonly finish_reason: FinishReason;
  readonly message_uuid: string;
}

/** A new attempt began: the text so far is void. Only queued answers do this. */
export interface ResetEvent {
  readonly type: 'reset';
  readonly attempt: number;
}

/** What `events()` hands out; a failure is thrown instead. */
export type AnswerEvent = MetaEvent | QueueEvent | DeltaEvent | UsageEvent | DoneEvent | ResetEvent;

export type WireEvent = AnswerEvent | ({ readonly type: 'error' } & JobError);

/** null for an event that this version does not know. */
export function toWireEvent({ name, data }: ServerEvent): WireEvent | null {
  switch (name) {
    case 'meta':
      return { ...parseJson<Omit<MetaEvent, 'type'>>(data), type: name };
    case 'queue':
      return { ...parseJson<Omit<QueueEvent, 'type'>>(data), type: name };
    case 'delta':
      return { ...parseJson<Omit<DeltaEvent, 'type'>>(data), type: name };
    case 'usage':
      return { ...parseJson<Omit<UsageEvent, 'type'>>(data), type: name };
    case 'done':
      return { ...parseJson<Omit<DoneEvent, 'type'>>(data), type: name };
    case 'reset':
      return { ...parseJson<Omit<ResetEvent, 'type'>>(data), type: name };
    case 'error':
      return { ...parseJson<JobError>(data), type: name };
    default:
      return null;
  }
}
