import type { LiveTurn } from '#core/turn/live-turn.ts';

/** Stops a turn when its last reader in this process has left, if its request asked for that. */
export function stopWhenUnread(live: LiveTurn, gone: AbortSignal): void {
  const check = () => {
    // The reader of this request unsubscribes first.
    queueMicrotask(() => {
      if (live.readerCount === 0) stopIfWanted(live, 'cancelled');
    });
  };
  if (gone.aborted) check();
  else gone.addEventListener('abort', check, { once: true });
}

export function stopIfWanted(live: LiveTurn, code: 'cancelled' | 'reader_stalled'): void {
  if (live.turn.onDisconnect === 'cancel') live.stop({ kind: 'cancelled', code });
}
