import { directionOf, type Language } from '#contract/languages/languages.ts';
import { loadLanguage } from './chat-text.ts';

/** Shows the whole page in another language, without loading it again. */
export async function switchLanguage(wanted: Language): Promise<void> {
  await loadLanguage(wanted);
  document.documentElement.dir = directionOf(wanted);
}
