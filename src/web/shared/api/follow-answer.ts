import { RequestFailed } from '#client/request-failed.ts';
import { type AnswerEnd, type AnswerEvent, isEnd, parseAnswerEvent } from './answer-event.ts';
import { readEvents } from './read-events.ts';
import { reconnectMoment } from './reconnect-moment.ts';

export interface AnswerSource {
  /** Opens the stream of a run that is not known yet. May be called again after a broken connection. */
  readonly begin: (signal: AbortSignal) => Promise<Response>;
  /** Opens the stream of a known run behind `cursor`. */
  readonly resume: (jobUuid: string, cursor: string | null, signal: AbortSignal) => Promise<Response>;
}

export interface AnswerListener {
  readonly onEvent: (event: AnswerEvent) => void;
  readonly onConnection: (connected: boolean) => void;
}

/** How often a send that did not reach the service is repeated before the user is notified. */
const beginAttempts = 3;

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
  const place: Place = { jobUuid: known, cursor: null };
  for (let failures = 0; ; failures += 1) {
    try {
      const end = await readOnce(
        source,
        place,
        signal,
        (event) => {
          failures = 0;
          listener.onEvent(event);
        },
        () => listener.onConnection(true),
      );
      if (end !== null) return end;
    } catch (error) {
      if (signal.aborted || !canRepeat(error)) throw error;
      if (place.jobUuid === null && failures + 1 >= beginAttempts) throw error;
    }
    listener.onConnection(false);
    await reconnectMoment(failures, signal);
  }
}

interface Place {
  jobUuid: string | null;
  cursor: string | null;
}

/** Null when the connection ended and the answer did not. */
async function readOnce(
  source: AnswerSource,
  place: Place,
  signal: AbortSignal,
  onEvent: (event: AnswerEvent) => void,
  onOpen: () => void,
): Promise<AnswerEnd | null> {
  const response = await (place.jobUuid === null
    ? source.begin(signal)
    : source.resume(place.jobUuid, place.cursor, signal));
  onOpen();
  let end: AnswerEnd | null = null;
  await readEvents(response, ({ id, type, data }) => {
    const event = parseAnswerEvent(type, data);
    if (event === null) return false;
    if (event.type === 'meta') place.jobUuid = event.job_uuid;
    if (id) place.cursor = id;
    onEvent(event);
    if (isEnd(event)) end = event;
    return end !== null;
  });
  return end;
}

/** A refusal is final; a network failure is not. */
function canRepeat(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return true;
  return error.unanswered || (error.status >= 500 && error.problem === null) || error.code === 'unavailable';
}
