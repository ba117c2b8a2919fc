import { withWords } from '../text/chat-text.ts';

/** Whether `text` may have footnotes, notes or alerts: few answers have any. */
export function mayHaveSources(text: string): boolean {
  return /\[(?:\^|!|\d)/.test(text);
}

/** From now on footnotes, notes and alerts are read. */
export async function prepareSources(): Promise<void> {
  (await withWords(() => import('./sources/sources.ts'))).readSources();
}
