import { effect } from '@preact/signals';
import { handleFailure, isSessionOver } from '../actions/handle-failure.ts';
import { call } from '../state/call.ts';
import type { ReaderState, Service } from '../state/chat.ts';

/** Spreads the reads of pages, so that they do not all come at once. */
const spreadMs = 4_000;

/** After a read that brought no new day, or failed: the clocks may differ, or the service may be unavailable. */
const firstPauseMs = 15_000;
const longestPauseMs = 600_000;

/** A page that was hidden for this long may have missed what other devices used. */
const staleMs = 30_000;

/** Reads the usage again when its day is over, also after the machine has slept through that moment. */
export function watchReset(chat: ReaderState & Service): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let pauses = 0;
  let readAt = Date.now();

  const read = async () => {
    readAt = Date.now();
    try {
      chat.usage.value = (await chat.send(call('getUsage', {}))).usage;
    } catch (error) {
      if (isSessionOver(error)) handleFailure(chat, error);
      else readAfter(pause());
    }
  };
  const readAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), milliseconds);
  };
  const pause = () => Math.min(longestPauseMs, firstPauseMs * 2 ** pauses++);

  const stop = effect(() => {
    const usage = chat.usage.value;
    if (usage === null) return;
    const left = Date.parse(usage.reset_at) - Date.now();
    if (left > 0) pauses = 0;
    readAfter(left > 0 ? left + Math.random() * spreadMs : pause());
  });
  const onReturn = () => {
    if (!document.hidden && chat.usage.peek() !== null && Date.now() - readAt > staleMs) void read();
  };
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
