import { AnswerFailedError } from '../errors.ts';
import { connectionError } from '../failed-connection.ts';
import { backOff, pause } from '../retry.ts';
import type { Settings } from '../settings.ts';
import { type AnswerEvent, toWireEvent } from './answer-event.ts';
import type { AnswerProgress } from './answer-progress.ts';
import { readServerEvents } from './server-events.ts';

/** A connection that lasted this long does not count as a failure, whatever it delivered. */
const soundConnectionMs = 10_000;

/**
 * The events of an answer over as many connections as it takes. Each new connection begins behind the last event that
 * was yielded, so no text is missing and none is repeated.
 */
export async function* readAnswer(
  progress: AnswerProgress,
  connect: () => Promise<Response>,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  let introduced = false;
  let failures = 0;
  let cause: unknown;
  const onBreak = (error: unknown) => {
    cause = error;
  };
  for (;;) {
    const [startedAt, startedFrom] = [performance.now(), progress.cursor];
    for await (const event of readConnection(progress, await connect(), settings, onBreak)) {
      const repeated = event.type === 'meta' && introduced;
      introduced ||= event.type === 'meta';
      if (!repeated) yield event;
      if (event.type === 'done') return;
    }
    const sound = progress.cursor !== startedFrom || performance.now() - startedAt > soundConnectionMs;
    failures = sound ? 0 : failures + 1;
    if (failures > settings.maxRetries) throw connectionError('The connection kept breaking', cause);
    await pause(failures === 0 ? 0 : backOff(failures - 1, settings.retryDelayMs), signal);
  }
}

async function* readConnection(
  progress: AnswerProgress,
  response: Response,
  { idleTimeoutMs }: Settings,
  onBreak: (error: unknown) => void,
): AsyncGenerator<AnswerEvent, void> {
  progress.readHeaders(response.headers);
  if (response.body === null) return;
  for await (const serverEvent of readServerEvents(response.body, { idleTimeoutMs, onBreak })) {
    const event = toWireEvent(serverEvent);
    if (event === null) continue;
    if (event.type === 'error') throw new AnswerFailedError(event, progress.jobUuid);
    progress.apply(event);
    if (serverEvent.id !== '') progress.cursor = serverEvent.id;
    yield event;
  }
}
