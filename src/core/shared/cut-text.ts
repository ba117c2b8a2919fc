const longest = 200;

/** Names invented by a request may be as long as the request. */
export function shortened(pointer: string): string {
  return pointer.length > longest ? `${pointer.slice(0, longest)}…`.toWellFormed() : pointer;
}

/** An index in `text` at or just before `end` that does not split a surrogate pair. */
export function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff && end > 1 && end < text.length ? end - 1 : end;
}
