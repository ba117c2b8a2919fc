import { withWords } from '../text/chat-text.ts';
import { addSyntax } from './lexer.ts';

type BuildFootnotes = typeof import('./sources/sources.ts').buildFootnotes;

/** The part that reads footnotes, notes and alerts, once it has been loaded: few answers have any. */
export const sources: { buildFootnotes: BuildFootnotes | null } = { buildFootnotes: null };

export function mayHaveSources(text: string): boolean {
  return /\[(?:\^|!|\d)/.test(text);
}

export async function prepareSources(): Promise<void> {
  if (sources.buildFootnotes !== null) return;
  const { buildFootnotes, syntax } = await withWords(() => import('./sources/sources.ts'));
  if (sources.buildFootnotes === null) addSyntax(syntax);
  sources.buildFootnotes = buildFootnotes;
}
