import { parts } from './build-values.ts';

/** The language of the launcher: that of the script element, of the page or of the browser, if there are words in it. */
export function chooseLocale(wanted = ''): string {
  for (const each of [wanted, document.documentElement.lang, ...navigator.languages, 'en']) {
    const language = each.split('-', 1)[0]?.toLowerCase() ?? '';
    if (Object.hasOwn(parts, language)) return language;
  }
  return '';
}
