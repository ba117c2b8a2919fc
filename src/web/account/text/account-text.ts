import type { CommonWords } from '../../shared/text/common-text.ts';
import { createPageLanguage } from '../../shared/text/page-language.ts';
import { type AccountCatalogue, type LaterAccountCatalogue, setLaterWords, setWords } from './words.ts';

interface AccountText {
  readonly common: CommonWords;
  readonly account: AccountCatalogue;
  readonly readLater: () => Promise<{ readonly later: LaterAccountCatalogue }>;
}

export const { language, loadLanguage, startText, withWords } = createPageLanguage<
  AccountText,
  LaterAccountCatalogue
>(
  {
    en: () => import('#locales/en/account/account.ts'),
    de: () => import('#locales/de/account/account.ts'),
    fr: () => import('#locales/fr/account/account.ts'),
    es: () => import('#locales/es/account/account.ts'),
    pt: () => import('#locales/pt/account/account.ts'),
    it: () => import('#locales/it/account/account.ts'),
    ja: () => import('#locales/ja/account/account.ts'),
    zh: () => import('#locales/zh/account/account.ts'),
    ar: () => import('#locales/ar/account/account.ts'),
  },
  { setFirst: ({ common, account }) => setWords(common, account), setLater: setLaterWords },
);
