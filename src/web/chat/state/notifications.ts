import { signal } from '@preact/signals';
import type { Chat } from './chat.ts';
import { withoutDirections } from './words.ts';

const storageKey = 'parley-notify';

/** `refused`: the reader, or the browser by itself, does not allow the page to notify. */
export type NotificationState = 'off' | 'on' | 'refused';

export const notifications = signal<NotificationState>(readState());

/** Phones have the permission and refuse the constructor; pages of other kinds have neither. */
export const canNotify = 'Notification' in window && !/Android|iPhone|iPad/.test(navigator.userAgent);

/** Asks the browser for its permission, so it must follow from a click. */
export async function switchNotifications(on: boolean): Promise<void> {
  store(on);
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  notifications.value = readState();
}

/** A click on it leads to the page. It names the conversation and quotes nothing of it. */
export function showNotification(chat: Pick<Chat, 'data'>, title: string): void {
  if (notifications.peek() !== 'on') return;
  try {
    const shown = new Notification(chat.data.tenant.name, {
      body: withoutDirections(title),
      icon: '/brand/icon-192.png',
      tag: 'answer',
    });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    notifications.value = 'refused';
  }
}

function readState(): NotificationState {
  if (!('Notification' in window) || !isStored()) return 'off';
  return Notification.permission === 'granted' ? 'on' : 'refused';
}

function isStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

function store(on: boolean): void {
  try {
    if (on) localStorage.setItem(storageKey, 'on');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage nothing is remembered, and the switch stays off.
  }
}
