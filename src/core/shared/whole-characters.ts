/** An index in `text` at or just before `end` that does not split a surrogate pair. */
export function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff && end > 1 && end < text.length ? end - 1 : end;
}
