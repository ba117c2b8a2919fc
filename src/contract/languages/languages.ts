/** The languages of pages and emails, as BCP 47 tags. The first one stands in where none fits. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'ja', 'zh', 'ar'] as const;
export type Language = (typeof languages)[number];

export type PerLanguage<T> = Readonly<Record<Language, T>>;

/** Written out, so that the compiler finds a missing language. */
export function perLanguage<T>(of: (language: Language) => T): PerLanguage<T> {
  return {
    ...{ en: of('en'), de: of('de'), fr: of('fr'), es: of('es'), pt: of('pt') },
    ...{ it: of('it'), ja: of('ja'), zh: of('zh'), ar: of('ar') },
  };
}

/** Each language by its own name, which its readers recognize in any list. */
export const languageNames: PerLanguage<string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  ja: '日本語',
  zh: '中文',
  ar: 'العربية',
};

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
