import type { Language } from '#contract/languages/languages.ts';
import { callSession } from '../../shared/api/call-session.ts';
import { loadLanguage } from '../../shared/text/chat-text.ts';
import type { ReaderState, Service } from '../state/chat.ts';
import { keepChoice } from '../state/frame-language.ts';
import { handleFailure } from './handle-failure.ts';

/** Applies at once; what is written, open and running stays. A signed-in person's choice is stored by the service. */
export async function chooseLanguage(chat: ReaderState & Service, wanted: Language): Promise<void> {
  try {
    const before = findMenu();
    await loadLanguage(wanted);
    focusNext(before);
    if (chat.data.mode === 'embed') keepChoice(wanted);
    else await chat.send(callSession('setLanguage', { body: { language: wanted } }));
  } catch (error) {
    handleFailure(chat, error);
  }
}

function findMenu(): HTMLElement | null {
  return document.querySelector('.page-header .menu > button');
}

/** The page is drawn again, and where it does not take the focus by itself, the button of the menu has it again. */
function focusNext(before: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (before?.isConnected) focusNext(before);
    else if (document.activeElement === document.body) findMenu()?.focus();
  });
}
