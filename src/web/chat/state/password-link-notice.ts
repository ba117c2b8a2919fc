import type { ChatPageData } from '#contract/pages.ts';
import { localMoment } from '../../shared/dates.ts';
import { text } from '../../shared/text/text.ts';
import type { Notice } from './notice.ts';

const storageKey = 'parley-password-link';

/** Tells a person once in each browser that an administrator could have chosen the password. */
export function passwordLinkNotice({ passwordLink }: Pick<ChatPageData, 'passwordLink'>): Notice | null {
  if (passwordLink === null || readSeen() === passwordLink.at) return null;
  const { by, at } = passwordLink;
  const run = () => keepSeen(at);
  return { message: text.passwordLink(by, localMoment(at)), actions: [{ label: text.understood, run }] };
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
    // Where storage is off, it is told again.
  }
}
