import type { Language } from '#contract/languages/languages.ts';
import { matchLanguage } from '#contract/languages/match-language.ts';
import { language, loadLanguage } from '../../shared/text/chat-text.ts';

const storageKey = 'parley-language';

/** A frame has no cookie, so the reader's choice is stored in the browser, where the browser allows it. */
export async function showChosenLanguage(): Promise<void> {
  await show(readChoice());
}

/** The language that the page around the frame asks for counts until the reader has chosen one. */
export async function followLocale(locale: string | null): Promise<void> {
  if (readChoice() === null) await show(matchLanguage([locale]));
}

export function keepChoice(chosen: Language): void {
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // Many frames have no storage; the choice then lasts as long as the page.
  }
}

/** When words cannot be loaded, those that are already shown stay. */
async function show(wanted: Language | null): Promise<void> {
  if (wanted !== null && wanted !== language.value) await loadLanguage(wanted).catch(() => undefined);
}

function readChoice(): Language | null {
  try {
    return matchLanguage([localStorage.getItem(storageKey)]);
  } catch {
    return null;
  }
}
