import { followEvents } from '#client/follow.ts';
import { AnswerFailedError } from '../errors.ts';
import { connectionError } from '../failed-connection.ts';
import { backOff, pause } from '../retry.ts';
import type { Settings } from '../settings.ts';
import { type AnswerEvent, toWireEvent } from './answer-event.ts';
import type { AnswerProgress } from './answer-progress.ts';

/** The events of an answer, to its end, over as many connections as it takes. The first one comes once. */
export async function* readAnswer(
  progress: AnswerProgress,
  connect: () => Promise<Response>,
  settings: Settings,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const connections = {
    connect: async () => {
      const response = await connect();
      progress.readHeaders(response.headers);
      return response;
    },
    waitForNext: async (failures: number, reason: unknown) => {
      if (failures > settings.maxRetries) throw connectionError('The connection kept breaking', reason);
      await pause(failures === 0 ? 0 : backOff(failures - 1, settings.retryDelayMs), signal);
    },
    silenceMs: settings.idleTimeoutMs,
    endingMs: 0,
  };
  let introduced = false;
  for await (const serverEvent of followEvents(connections, progress.cursor ?? null)) {
    const event = toWireEvent(serverEvent);
    if (event === null) continue;
    if (event.type === 'error') throw new AnswerFailedError(event, progress.jobUuid);
    progress.apply(event);
    if (serverEvent.id !== '') progress.cursor = serverEvent.id;
    if (event.type === 'meta' && introduced) continue;
    introduced ||= event.type === 'meta';
    yield event;
  }
}
