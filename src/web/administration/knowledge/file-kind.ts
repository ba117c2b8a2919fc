import type { DocumentMediaType, documentLimits } from '#contract/knowledge/documents.ts';

/** Only the type is imported, so that the contract's values stay out of the page. */
export const mostFileBytes: (typeof documentLimits)['bytes'] = 4_194_304;

/** Browsers do not know every kind by themselves: Markdown has no type in most systems. */
const kinds: ReadonlyMap<string, DocumentMediaType> = new Map([
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

/** What a dialog for files offers. */
export const fileEndings = [...kinds.keys()].map((ending) => `.${ending}`).join();

export function mediaTypeOf(fileName: string): DocumentMediaType | null {
  return kinds.get(fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()) ?? null;
}

const mostCharacters = 128;

/**
 * The id of a document from the name of its file, the same for the same name, so that the file replaces what was
 * uploaded before. Letters of other scripts do not fit into it: a number that is made of the whole name stands for them.
 */
export function documentIdOf(fileName: string): string {
  const plain = fileName.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const id = plain.replaceAll(/[^\w.~-]+/g, '-').slice(0, mostCharacters - 8);
  return /^[\w.~ -]+$/.test(plain) && plain.length === id.length ? id : `${id}-${hashOf(fileName)}`;
}

/** The file's name without its ending. */
export function titleOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.\w+$/, '');
}

/** FNV-1a, of seven digits at most. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}
