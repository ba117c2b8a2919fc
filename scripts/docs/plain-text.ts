/** The text of markup, with single spaces. */
export function plainText(markup: string): string {
  return markup
    .replaceAll(/<\/(?:p|li|td|th|tr|h\d|pre|div|dt|dd)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_all, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
