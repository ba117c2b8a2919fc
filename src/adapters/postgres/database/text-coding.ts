/**
 * PostgreSQL's text type cannot hold NUL, but a model may write one. NUL is stored as U+E000 U+0030, and U+E000
 * itself as U+E000 U+0031, so that every text is read back unchanged. Almost no text contains either.
 */
export const codingMarker = '\ue000';

export function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes(codingMarker)) return text;
  return text.replaceAll(codingMarker, `${codingMarker}1`).replaceAll('\0', `${codingMarker}0`);
}

export function decodeText(stored: string): string {
  if (!stored.includes(codingMarker)) return stored;
  return stored.replaceAll(`${codingMarker}0`, '\0').replaceAll(`${codingMarker}1`, codingMarker);
}
