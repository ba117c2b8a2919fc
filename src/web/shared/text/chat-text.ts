import type { CommonWords } from './common-text.ts';
import { type LaterCatalogue, setLaterText } from './later-text.ts';
import { createPageLanguage } from './page-language.ts';
import { type Catalogue, setText } from './text.ts';

interface ChatWords {
  readonly common: CommonWords;
  readonly chat: Catalogue;
  readonly readLater: () => Promise<{ readonly later: LaterCatalogue }>;
}

/** A view that reads `language` is drawn again when the reader chooses another. */
export const { language, loadLanguage, startText, withWords } = createPageLanguage<ChatWords, LaterCatalogue>(
  {
    en: () => import('#locales/en/chat.ts'),
    de: () => import('#locales/de/chat.ts'),
    fr: () => import('#locales/fr/chat.ts'),
    es: () => import('#locales/es/chat.ts'),
    pt: () => import('#locales/pt/chat.ts'),
    it: () => import('#locales/it/chat.ts'),
    ja: () => import('#locales/ja/chat.ts'),
    zh: () => import('#locales/zh/chat.ts'),
    ar: () => import('#locales/ar/chat.ts'),
  },
  { setFirst: ({ common, chat }) => setText(common, chat), setLater: setLaterText },
);
