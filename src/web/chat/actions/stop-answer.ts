import { call } from '../state/call.ts';
import type { Chat } from '../state/chat.ts';

/** How long a stop waits to learn which run it is about. */
const knownWithinMs = 5_000;

/** Stops the answer at the service, not only on the page. Works before the first text. */
export async function stopAnswer(chat: Pick<Chat, 'current' | 'send'>): Promise<void> {
  const running = chat.current.value.running.value;
  if (running === null || running.stopped.value) return;
  running.stopped.value = true;
  const jobUuid = await known(running.jobUuid);
  if (jobUuid === null) {
    running.abort.abort();
    return;
  }
  try {
    await chat.send(call('cancelJob', { params: { uuid: jobUuid } }));
  } catch {
    // If the service cannot be reached, the answer ends there by itself; the page must not wait for it.
    running.abort.abort();
  }
}

/** The run's id, as soon as it is known; null when it does not come. */
function known(jobUuid: {
  value: string | null;
  subscribe: (listener: (value: string | null) => void) => () => void;
}) {
  if (jobUuid.value !== null) return Promise.resolve(jobUuid.value);
  return new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => finish(null), knownWithinMs);
    const unsubscribe = jobUuid.subscribe((value) => {
      if (value !== null) queueMicrotask(() => finish(value));
    });
    function finish(value: string | null): void {
      clearTimeout(timer);
      unsubscribe();
      resolve(value);
    }
  });
}
