import { followEvents } from '#client/follow.ts';
import { RequestFailed } from '#client/request-failed.ts';
import { type AnswerEnd, type AnswerEvent, isEnd, parseAnswerEvent } from './answer-event.ts';
import { reconnectMoment } from './reconnect-moment.ts';

export interface AnswerSource {
  /** Opens the stream of a run that is not known yet. May be called again after a broken connection. */
  readonly begin: (signal: AbortSignal) => Promise<Response>;
  /** Opens the stream of a known run after `cursor`. */
  readonly resume: (jobUuid: string, cursor: string | null, signal: AbortSignal) => Promise<Response>;
}

export interface AnswerListener {
  readonly onEvent: (event: AnswerEvent) => void;
  readonly onConnection: (connected: boolean) => void;
}

/** How often a send that did not reach the service is repeated before the user is notified. */
const beginAttempts = 3;

const limits = { silenceMs: 40_000, endingMs: 5_000 };

/**
 * Reads one answer to its end, over as many connections as that takes. Resolves with the event that ended it. Rejects
 * when the service refuses, when `signal` aborts, or when the service cannot be reached before the run is known.
 */
export async function followAnswer(
  source: AnswerSource,
  known: string | null,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  let jobUuid = known;
  let begun = 0;
  const mayTryAgain = () => jobUuid !== null || begun < beginAttempts;
  const connect = async (cursor: string | null) => {
    begun += 1;
    try {
      const response = await (jobUuid === null
        ? source.begin(signal)
        : source.resume(jobUuid, cursor, signal));
      keepListed(response);
      listener.onConnection(true);
      return response;
    } catch (error) {
      if (signal.aborted || !canRepeat(error) || !mayTryAgain()) throw error;
      return null;
    }
  };
  const waitForNext = async (failures: number, reason: unknown) => {
    signal.throwIfAborted();
    if (!mayTryAgain()) throw new RequestFailed(null, 0, null, reason);
    listener.onConnection(false);
    await reconnectMoment(failures - 1, signal);
  };
  for await (const { type, data } of followEvents({ connect, waitForNext, ...limits }, null)) {
    const event = parseAnswerEvent(type, data);
    if (event?.type === 'meta') jobUuid = event.job_uuid;
    if (event !== null) listener.onEvent(event);
    if (event !== null && isEnd(event)) return event;
  }
  throw new Error('The events ended before the answer');
}

/**
 * Chromium 153 lists most responses with `Cache-Control: no-store` as cancelled that a reader has read to the end, but
 * none of which there was another copy, for however short a time.
 */
function keepListed(response: Response): void {
  response
    .clone()
    .body?.cancel()
    .catch(() => undefined);
}

/** A refusal is final; a network failure is not. */
function canRepeat(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.unanswered || (error.status >= 500 && error.problem === null) || error.code === 'unavailable';
}
