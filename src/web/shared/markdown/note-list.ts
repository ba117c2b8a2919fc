import type { Token } from 'marked';

type ShowNotes = (host: HTMLElement, from: number, tokens: readonly Token[]) => void;

/**
 * Lists the footnotes of an answer that has ended after its blocks, once the part that reads sources has been loaded.
 */
export const noteList: { show: ShowNotes | null } = { show: null };
