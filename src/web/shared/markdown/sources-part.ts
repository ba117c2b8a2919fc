import { withWords } from '../text/chat-text.ts';
import { addSyntax } from './lexer.ts';

type Sources = typeof import('./sources/sources.ts');

/** The part that reads footnotes, notes, alerts and unfinished ends, once it has been loaded: few answers have the first. */
export const sources: { buildFootnotes: Sources['buildFootnotes'] | null } = { buildFootnotes: null };

export function mayHaveSources(text: string): boolean {
  return /\[(?:\^|!|\d)/.test(text);
}

export async function prepareSources(): Promise<Sources> {
  const part = await withWords(() => import('./sources/sources.ts'));
  if (sources.buildFootnotes === null) addSyntax(part.syntax);
  sources.buildFootnotes = part.buildFootnotes;
  return part;
}
