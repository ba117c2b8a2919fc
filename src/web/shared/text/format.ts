/**
 * The reader's own form of the page's language: en-GB for a British reader of English pages. Digits are those of the
 * answers and of what the reader types.
 */
export function locale(): string {
  const { lang } = document.documentElement;
  const own = navigator.languages.find((tag) => (tag === lang || tag.startsWith(`${lang}-`)) && isTag(tag));
  return `${new Intl.Locale(own ?? lang, { numberingSystem: 'latn' })}`;
}

/** Chromium makes `en-US@posix` of the locale that most containers have, and `Intl` refuses it. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export function formatNumber(value: number): string {
  return value.toLocaleString(locale());
}

/** Such as 12.5 kB. */
export function formatBytes(bytes: number): string {
  const format = (value: number, unit: 'byte' | 'kilobyte' | 'megabyte') =>
    new Intl.NumberFormat(locale(), {
      style: 'unit',
      unit,
      // The short form of a byte has no plural.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }).format(value);
  if (bytes < 1_000) return format(bytes, 'byte');
  return bytes < 1_000_000 ? format(bytes / 1_000, 'kilobyte') : format(bytes / 1_000_000, 'megabyte');
}
