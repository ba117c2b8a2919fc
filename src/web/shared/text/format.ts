/**
 * The reader's own form of the page's language: en-GB for a British reader of English pages. Digits are those of the
 * answers and of what the reader types.
 */
export function locale(): string {
  const { lang } = document.documentElement;
  const own = navigator.languages.find((tag) => tag === lang || tag.startsWith(`${lang}-`));
  return `${new Intl.Locale(own ?? lang, { numberingSystem: 'latn' })}`;
}

export function formatNumber(value: number): string {
  return value.toLocaleString(locale());
}
