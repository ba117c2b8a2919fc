/**
 * PostgreSQL's text cannot hold NUL, and a model may write one. It is stored as U+E000 U+0030, and U+E000
 * itself as U+E000 U+0031, so that every text comes back as it was. Almost no text contains either.
 */
const marker = '\ue000';

export function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes(marker)) return text;
  return text.replaceAll(marker, `${marker}1`).replaceAll('\0', `${marker}0`);
}

export function decodeText(stored: string): string {
  if (!stored.includes(marker)) return stored;
  return stored.replaceAll(`${marker}0`, '\0').replaceAll(`${marker}1`, marker);
}
