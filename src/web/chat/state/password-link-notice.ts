import type { Signal } from '@preact/signals';
import type { ChatPageData } from '#contract/pages.ts';
import { localMoment } from '../../shared/dates.ts';
import { isolate } from '../../shared/text/isolate.ts';
import { laterText } from '../../shared/text/later-text.ts';
import type { Notice } from './notice.ts';

const storageKey = 'parley-password-link';

/** Notifies a person once in each browser that an administrator could have chosen the password. */
export function showPasswordLinkNotice(
  notice: Signal<Notice | null>,
  { by, at }: NonNullable<ChatPageData['passwordLink']>,
): void {
  if (readSeen() === at) return;
  const run = () => keepSeen(at);
  const message = laterText.passwordLink(by && isolate(by), localMoment(at));
  notice.value = { message, actions: [{ label: laterText.understood, run }] };
}

function readSeen(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function keepSeen(at: string): void {
  try {
    localStorage.setItem(storageKey, at);
  } catch {
    // Without storage the notice is shown again.
  }
}
