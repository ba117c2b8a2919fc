import type { launcherEvents } from '#contract/launcher.ts';

/** The details of an event never contain the text of a message. */
export type Listener = (detail: object) => void;
export type EventName = (typeof launcherEvents)[number];

export function createEvents() {
  const listeners = new Map<string, Set<Listener>>();
  const on = (name: string, listener: Listener) => {
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
  };
  const off = (name: string, listener: Listener) => {
    listeners.get(name)?.delete(listener);
  };
  const once = (name: string, listener: Listener) => {
    const first = (detail: object) => {
      off(name, first);
      listener(detail);
    };
    on(name, first);
  };
  const emit = (name: EventName, detail: object = {}) => {
    // Dispatched later, because a boot that opens the chat comes before the listeners that the page has queued, and
    // separately: an error in a listener belongs to the page and breaks nothing here.
    queueMicrotask(() => {
      for (const listener of listeners.get(name) ?? []) queueMicrotask(() => listener(detail));
    });
  };
  return { on, off, once, emit };
}
