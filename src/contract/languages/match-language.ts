import { type Language, languages } from './languages.ts';

/** The first wanted language that we have: `pt-BR` is served by `pt`, and `zh-TW` by `zh`. */
export function matchLanguage(wishes: readonly (string | null)[]): Language | null {
  for (const wish of wishes) {
    const primary = wish
      ?.trim()
      .split(/[-_.@]/, 1)[0]
      ?.toLowerCase();
    const found = languages.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return null;
}

/** The tags of an Accept-Language header, the most wanted first. Those with a weight of 0 are left out. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  // No browser sends more; a longer header is not worth the time.
  const ranges = (header ?? '').slice(0, 1_000).split(',');
  return ranges
    .map(readRange)
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

function readRange(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (weight === undefined) return { tag, weight: 1 };
  const value = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(weight)?.[1];
  return { tag, weight: Number(value ?? 0) };
}
